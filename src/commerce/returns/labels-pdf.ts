import { imageSize } from "image-size";

/** A page of size A6, as labels are, in points. */
const page = { width: 298, height: 420 };

/** Number of the first object of the pages, after the catalog and the list of pages. */
const firstObject = 3;
/** Objects per page: the page, its content and its picture. */
const objectsOfPage = 3;

/** Returns a PDF with a page for each JPEG picture, scaled to fit the page. */
export function labelsPdf(pictures: readonly Uint8Array[]): Buffer {
  const pageIds = pictures.map((_, at) => firstObject + at * objectsOfPage);
  const kids = pageIds.map((id) => `${id} 0 R`).join(" ");
  return fileOf([
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pictures.length} >>`),
    ...pictures.flatMap((picture, at) => pageOf(picture, firstObject + at * objectsOfPage)),
  ]);
}

function pageOf(picture: Uint8Array, id: number): Buffer[] {
  const { width, height } = imageSize(new Uint8Array(picture));
  const scale = Math.min(page.width / width, page.height / height);
  const content = `q ${(width * scale).toFixed(2)} 0 0 ${(height * scale).toFixed(2)} 0 0 cm /Label Do Q`;
  const box = `/MediaBox [0 0 ${page.width} ${page.height}]`;
  const resources = `/Resources << /XObject << /Label ${id + 2} 0 R >> >>`;
  const image = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /${colorSpace(picture)}`;
  return [
    Buffer.from(`<< /Type /Page /Parent 2 0 R ${box} ${resources} /Contents ${id + 1} 0 R >>`),
    streamOf("", Buffer.from(content)),
    streamOf(`${image} /BitsPerComponent 8 /Filter /DCTDecode `, Buffer.from(picture)),
  ];
}

/** Color spaces by the number of components of a picture. */
const colorSpaces: Readonly<Record<number, string>> = { 1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK" };

/** Returns the color space of a JPEG, whose frame header has the number of components (ITU-T T.81, B.2.2). */
function colorSpace(picture: Uint8Array): string {
  const bytes = Buffer.from(picture);
  for (let at = 2; at + 9 < bytes.length && bytes[at] === marker; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (isFrame(bytes[at + 1] ?? 0)) return colorSpaces[bytes[at + 9] ?? 0] ?? "DeviceRGB";
  }
  return "DeviceRGB";
}

/** First byte of every segment. */
const marker = 0xff;

/** Codes from C0 to CF are frames, except for tables (C4), extensions (C8) and conditioning (CC). */
const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);

const streamOf = (entries: string, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`<< ${entries}/Length ${bytes.length} >>\nstream\n`), bytes, Buffer.from("\nendstream")]);

/** Returns a file with the objects and the table of their offsets (ISO 32000-1, 7.5). */
function fileOf(objects: readonly Buffer[]): Buffer {
  const parts = [Buffer.from("%PDF-1.4\n")];
  const places: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [at, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from(["", "endobj", ""].join("\n"))]);
    places.push(length);
    length += part.length;
    parts.push(part);
  }
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  parts.push(
    Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\n`),
    Buffer.from(`startxref\n${length}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}
