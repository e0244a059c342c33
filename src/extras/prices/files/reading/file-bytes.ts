import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { inputError, payloadTooLarge, undecodable, WebapiError } from "../../../../api/call/errors.js";

/** A file as it arrives. */
export interface FileSource {
  readonly chunks: AsyncIterable<Buffer>;
  /** Whether the transport says that the file is compressed. A compressed file is also recognized by its first bytes. */
  readonly isGzip: boolean;
  /** The format that the caller names; undefined if the content decides. */
  readonly format: "csv" | "ndjson" | "json" | "xlsx" | undefined;
  /** The charset that the transport names. */
  readonly charset?: string | undefined;
  /** Maximum size of the file in bytes, decompressed. */
  readonly limit: number;
}

/** Returns the source of a file that is an argument. */
export const sourceOfText = (text: string, { format, limit }: Pick<FileSource, "format" | "limit">): FileSource => ({
  ...{ chunks: Readable.from([Buffer.from(text)]), isGzip: false, format, limit },
});

/** Reads the name of a format. Throws 400 for an unknown one. Returns undefined if the content decides. */
export function sourceFormatOf(name: string | null | undefined): FileSource["format"] {
  if (!name) return undefined;
  const format = sourceFormats.find((known) => known === name.toLowerCase());
  if (format !== undefined) return format;
  throw inputError("The format %format is unknown: use %known.", { format: name, known: sourceFormats.join(", ") });
}

const sourceFormats = ["csv", "ndjson", "json", "xlsx"] as const;

/** The first bytes of a file, and all of it. */
export interface PeekedBytes {
  readonly first: Buffer;
  readonly all: AsyncIterable<Buffer>;
}

/** Bytes that tell a format. */
const enough = 8;

/** Reads the first bytes of a stream. They are also the first ones of the returned stream. */
async function peek(chunks: AsyncIterable<Buffer>): Promise<PeekedBytes> {
  const reader = chunks[Symbol.asyncIterator]();
  let first: Buffer = Buffer.alloc(0);
  let isDone = false;
  while (!isDone && first.length < enough) {
    const next = await reader.next();
    isDone = next.done === true;
    if (next.done !== true) first = first.length === 0 ? next.value : Buffer.concat([first, next.value]);
  }
  async function* all(): AsyncGenerator<Buffer> {
    if (first.length > 0) yield first;
    try {
      for (let next = isDone ? undefined : await reader.next(); next && next.done !== true; next = await reader.next())
        yield next.value;
    } finally {
      await reader.return?.();
    }
  }
  return { first, all: all() };
}

const startsWith = (bytes: Buffer, ...start: readonly number[]) => start.every((byte, index) => bytes[index] === byte);

export const isZip = (bytes: Buffer): boolean => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);

/** Decompresses a file, as its transport and its first bytes say. Throws 413 above the limit. */
export async function decompress({ chunks, isGzip, limit }: FileSource): Promise<PeekedBytes> {
  const sent = await peek(isGzip ? unpack(chunks) : readable(chunks));
  const file = startsWith(sent.first, 0x1f, 0x8b) ? await peek(unpack(sent.all)) : sent;
  rejectOtherFiles(file.first);
  return { first: file.first, all: limited(file.all, limit) };
}

async function* limited(chunks: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > limit) throw payloadTooLarge(limit);
    yield chunk;
  }
}

async function* unpack(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    // The reader of the stream gets its errors.
    for await (const chunk of pipeline(Readable.from(chunks), createGunzip(), () => undefined)) yield chunk as Buffer;
  } catch (error) {
    if (isZlibError(error)) throw inputError("The file is not a valid gzip file: %reason.", { reason: error.message });
    throw error instanceof WebapiError ? error : undecodable();
  }
}

async function* readable(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of chunks) yield chunk;
  } catch (error) {
    throw error instanceof WebapiError ? error : undecodable();
  }
}

const isZlibError = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && /^Z_/.test(String(error.code));

/** Throws 400 for files of programs that cannot be read, and says what to do. */
function rejectOtherFiles(first: Buffer): void {
  const advice = "Save it as an .xlsx workbook or as CSV.";
  if (startsWith(first, 0xd0, 0xcf, 0x11, 0xe0))
    throw inputError(`The file is an old Excel workbook (.xls). ${advice}`);
  if (first.subarray(0, 4).toString("latin1") === "%PDF") throw inputError(`The file is a PDF document. ${advice}`);
  if (first.subarray(0, 1).toString("latin1") === "<") throw inputError(`The file is HTML or XML. ${advice}`);
}
