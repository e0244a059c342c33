import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { inputError, payloadTooLarge, undecodable, WebapiError } from "../../../api/call/errors.js";
import { type FileFormat, ndjson, readHeader } from "./file-format.js";
import { type CutPart, type PartSize, RecordCutter } from "./record-cutter.js";

/** A file as it arrives. */
export interface FileSource {
  readonly chunks: AsyncIterable<Buffer>;
  readonly isGzip: boolean;
  readonly format: FileFormat["format"];
  /** Maximum size of the file in bytes, decompressed. */
  readonly limit: number;
}

/** A part of a file, decoded. */
export interface FilePart extends Omit<CutPart, "bytes"> {
  /** Index of the part in the file, from 0. */
  readonly part: number;
  readonly content: string;
}

/** Size of a part, which is applied by one operation. */
const partSize: PartSize = { rows: 5000, bytes: 1 << 20 };

/**
 * Reads a file in parts, one in memory at a time. Calls `onFormat` with the format of the file before the first part. Throws
 * 400 for a file that cannot be read as a whole, and 413 above the limit.
 */
export async function* readParts(
  source: FileSource,
  onFormat: (format: FileFormat) => Promise<void>,
): AsyncGenerator<FilePart> {
  const cutter = new RecordCutter(partSize);
  let format: FileFormat | undefined;
  let part = 0;
  const toFilePart = (cut: CutPart): FilePart => {
    const content = textOf(cut);
    if (part === 0 && source.format === "ndjson" && !content.trimStart().startsWith("{")) throw notNdjson();
    return { rows: cut.rows, firstLine: cut.firstLine, part: part++, content };
  };
  for await (const bytes of stripBom(decompress(source))) {
    let more = bytes;
    if (!format) {
      cutter.append(bytes);
      format = readFormat(cutter, source.format);
      if (!format) continue;
      await onFormat(format);
      more = Buffer.alloc(0);
    }
    for (const cut of cutter.push(more)) yield toFilePart(cut);
  }
  const last = cutter.end();
  if (!format && last && source.format === "csv") await onFormat(headerIn(textOf(last)));
  else if (last && format) yield toFilePart(last);
  if (part === 0) throw inputError("The file has no rows.");
}

/** Returns the format of a file; undefined until its first line is complete. */
function readFormat(cutter: RecordCutter, format: FileFormat["format"]): FileFormat | undefined {
  if (format === "ndjson") return ndjson;
  const line = cutter.shift();
  if (!line) return undefined;
  const header = headerIn(textOf({ bytes: line, firstLine: 1 }));
  cutter.delimiter = header.delimiter.charCodeAt(0);
  return header;
}

const headerIn = (line: string) => readHeader(line.replace(/\r?\n$/, ""));

/** Decompresses a file. Throws 413 above the limit. */
async function* decompress({ chunks, isGzip, limit }: FileSource): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of isGzip ? gunzip(chunks) : chunks) {
      bytes += chunk.length;
      if (bytes > limit) throw payloadTooLarge(limit);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof WebapiError) throw error;
    throw isGzip && isZlibError(error)
      ? inputError("The file is not a valid gzip file: %reason.", { reason: error.message })
      : undecodable();
  }
}

function gunzip(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // The reader of the stream gets its errors.
  return pipeline(Readable.from(chunks), createGunzip(), () => undefined);
}

const isZlibError = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && /^Z_/.test(String(error.code));

const isBomOf = (bytes: Buffer, ...bom: readonly number[]) => bom.every((byte, index) => bytes[index] === byte);

/** Removes the byte order mark of UTF-8. Throws 400 for UTF-16 and UTF-32. */
async function* stripBom(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let first: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (chunk.includes(0)) throw notUtf8();
    if (!first) {
      yield chunk;
      continue;
    }
    first = Buffer.concat([first, chunk]);
    if (first.length < 4) continue;
    yield stripUtf8Bom(first);
    first = undefined;
  }
  if (first && first.length > 0) yield stripUtf8Bom(first);
}

function stripUtf8Bom(bytes: Buffer): Buffer {
  if (isBomOf(bytes, 0xff, 0xfe) || isBomOf(bytes, 0xfe, 0xff)) throw notUtf8();
  return isBomOf(bytes, 0xef, 0xbb, 0xbf) ? bytes.subarray(3) : bytes;
}

const notNdjson = () => inputError("The file is not NDJSON: its first line is not a JSON object.");
const notUtf8 = () => inputError("The file is not text in UTF-8. Save it as UTF-8, not as UTF-16 or a workbook.");

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes rows. Throws 400 with the line of the first invalid character. */
function textOf({ bytes, firstLine }: Pick<CutPart, "bytes" | "firstLine">): string {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return text;
  let line = firstLine;
  for (let at = 0; at < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, at);
    const to = end < 0 ? bytes.length : end + 1;
    if (decodeUtf8(bytes.subarray(at, to)) === undefined) break;
    at = to;
  }
  throw inputError("Line %line of the file has a character that is not UTF-8.", { line });
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
