import { inputError } from "../../../../api/call/errors.js";

const utf8Names = /^(?:utf-?8|us-ascii|ascii)$/i;

/** Reads the parameter `charset`. Throws 400 for an unknown one. Returns undefined for UTF-8. */
export function charsetOf(text: string | null | undefined): string | undefined {
  const name = text?.trim().replace(/^"(.*)"$/, "$1") ?? "";
  if (name === "" || utf8Names.test(name)) return undefined;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    const message = "The charset %charset is unknown: use UTF-8, UTF-16, windows-1252 or iso-8859-1.";
    throw inputError(message, { charset: name });
  }
}

const hasBom = (bytes: Buffer, ...bom: readonly number[]) => bom.every((byte, index) => bytes[index] === byte);

function charsetOfBom(first: Buffer): string | undefined {
  if (hasBom(first, 0xff, 0xfe)) return "utf-16le";
  return hasBom(first, 0xfe, 0xff) ? "utf-16be" : undefined;
}

/**
 * Converts text to UTF-8 without a byte order mark. A byte order mark beats the given charset. Throws 400 for UTF-16 without
 * a mark, and for bytes that are not text of the charset.
 */
export async function* toUtf8(
  { first, all }: { readonly first: Buffer; readonly all: AsyncIterable<Buffer> },
  charset: string | undefined,
): AsyncGenerator<Buffer> {
  const isUtf8 = hasBom(first, 0xef, 0xbb, 0xbf);
  const encoding = isUtf8 ? undefined : (charsetOfBom(first) ?? charset);
  if (encoding !== undefined) {
    yield* decode(all, encoding);
    return;
  }
  let skipped = isUtf8 ? 3 : 0;
  for await (const chunk of all) {
    if (chunk.includes(0)) throw notUtf8();
    yield skipped === 0 ? chunk : chunk.subarray(skipped);
    skipped = 0;
  }
}

async function* decode(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decoded = (chunk?: Buffer) => {
    try {
      return Buffer.from(decoder.decode(chunk, { stream: chunk !== undefined }));
    } catch {
      throw inputError("The file is not text in %encoding.", { encoding });
    }
  };
  for await (const chunk of chunks) yield decoded(chunk);
  yield decoded();
}

const notUtf8 = () =>
  inputError("The file is not text in UTF-8. If it is UTF-16 without a byte order mark, say charset=utf-16le.");

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes rows. Throws 400 with the line of the first invalid character. */
export function textOf({ bytes, firstLine }: { readonly bytes: Buffer; readonly firstLine: number }): string {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return text;
  let line = firstLine;
  for (let at = 0; at < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, at);
    const to = end < 0 ? bytes.length : end + 1;
    if (decodeUtf8(bytes.subarray(at, to)) === undefined) break;
    at = to;
  }
  throw inputError(
    "Line %line of the file has a character that is not UTF-8. Say the charset of the file, for example charset=windows-1252.",
    { line },
  );
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
