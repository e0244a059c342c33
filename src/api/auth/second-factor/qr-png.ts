import { crc32, deflateSync } from "node:zlib";
import { encodeQR } from "qr";

/** Side of a module in pixels. */
const scale = 8;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns a text as the PNG image of a QR code: gray, 8 bits deep, with a margin (PNG specification, sections 5 and 11). */
export function qrPng(text: string): Buffer {
  const modules = encodeQR(text, "raw", { ecc: "medium", border: 4 });
  const side = modules.length * scale;
  const rows = modules.map((row) => {
    // Each line of pixels begins with its filter type; 0 means no filter.
    const line = Buffer.concat([Buffer.of(0), ...row.map((isDark) => Buffer.alloc(scale, isDark ? 0 : 255))]);
    return Buffer.concat(Array.from({ length: scale }, () => line));
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(8, 8);
  const chunks = [
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(type), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
