/** Returns a picture of one color and any size. A comment makes its bytes unique. */
export function gif(width = 1, height = 1, comment = "x"): Buffer {
  const screen = Buffer.from([...littleEndian(width), ...littleEndian(height), 0x80, 0, 0, 255, 255, 255, 0, 0, 0]);
  const remark = Buffer.concat([Buffer.from([0x21, 0xfe, comment.length]), Buffer.from(comment), Buffer.from([0])]);
  const picture = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]);
  return Buffer.concat([Buffer.from("GIF89a"), screen, remark, picture]);
}

const littleEndian = (number: number) => [number & 255, number >> 8];

/** Returns the picture as base64 content. */
export const sentGif = (name: string, comment = name, [width, height] = [1, 1]) => ({
  base64_encoded_data: gif(width, height, comment).toString("base64"),
  type: "image/gif",
  name,
});

/** Returns a gallery entry with a picture. */
export const entryOf = (name: string, more: object = {}) => ({
  media_type: "image",
  label: name,
  position: 1,
  disabled: false,
  types: [] as string[],
  content: sentGif(name),
  ...more,
});

/** Returns the header of a gray JPEG, which is the only part that is read. */
export const jpeg = (width = 4, height = 6): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
    Buffer.from("JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0", "latin1"),
    Buffer.from([0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0, 0xff, 0xd9]),
  ]);
