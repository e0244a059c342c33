/** A picture of one colour and any size, with a comment by which the bytes of one differ from those of another. */
export function gif(width = 1, height = 1, comment = "x"): Buffer {
  const screen = Buffer.from([...littleEndian(width), ...littleEndian(height), 0x80, 0, 0, 255, 255, 255, 0, 0, 0]);
  const remark = Buffer.concat([Buffer.from([0x21, 0xfe, comment.length]), Buffer.from(comment), Buffer.from([0])]);
  const picture = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]);
  return Buffer.concat([Buffer.from("GIF89a"), screen, remark, picture]);
}

const littleEndian = (number: number) => [number & 255, number >> 8];

/** The picture as it is sent. */
export const sentGif = (name: string, comment = name, [width, height] = [1, 1]) => ({
  base64_encoded_data: gif(width, height, comment).toString("base64"),
  type: "image/gif",
  name,
});

/** A gallery entry with a picture. */
export const entryOf = (name: string, more: object = {}) => ({
  media_type: "image",
  label: name,
  position: 1,
  disabled: false,
  types: [] as string[],
  content: sentGif(name),
  ...more,
});
