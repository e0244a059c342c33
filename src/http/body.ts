import type { IncomingMessage } from "node:http";
import { isSafeNumber, parse as parseLossless } from "lossless-json";
import getRawBody from "raw-body";
import {
  charsetUnsupported,
  contentTypeEmpty,
  contentTypeInvalid,
  mediaTypeUnsupported,
  payloadTooLarge,
  undecodable,
} from "../call/errors.js";
import { parseXml } from "./xml.js";

type Format = "json" | "xml";

/**
 * Reads and decodes the body of a request; an absent one is empty. Throws 400 for what cannot be decoded, and 413 past
 * the limit, in bytes.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<unknown> {
  const bytes = await read(request, limit);
  if (bytes.length === 0) return {};
  const format = formatOf(request.headers["content-type"]);
  const text = decode(bytes);
  if (text.trim() === "") return {};
  return format === "xml" ? parseXml(text) : parseJson(text);
}

/** Bodies that were read before their time, since who calls depended on them. */
const early = new WeakMap<IncomingMessage, Buffer>();

/** Reads the bytes of a body before it is known what they are for; `readBody` finds them again. Throws 413 past the limit. */
export async function readEarly(request: IncomingMessage, limit: number): Promise<Buffer> {
  const bytes = await read(request, limit);
  early.set(request, bytes);
  return bytes;
}

async function read(request: IncomingMessage, limit: number): Promise<Buffer> {
  const known = early.get(request);
  if (known) return known;
  const length = request.headers["content-length"];
  if (length === undefined && request.headers["transfer-encoding"] === undefined) return Buffer.alloc(0);
  try {
    return await getRawBody(request, { limit, ...(length === undefined ? {} : { length }) });
  } catch (error) {
    if (error instanceof Error && "type" in error && error.type === "entity.too.large") throw payloadTooLarge(limit);
    throw undecodable();
  }
}

function formatOf(header: string | undefined): Format {
  if (!header?.trim()) throw contentTypeEmpty();
  const [mediaType = "", ...parameters] = header
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (!/^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/.test(mediaType)) throw contentTypeInvalid();
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  if (charset !== undefined && !/^"?utf-?8"?$/.test(charset)) throw charsetUnsupported();
  if (/^application\/(?:[\w.-]+\+)?json$/.test(mediaType)) return "json";
  if (/^(?:application|text)\/(?:[\w.-]+\+)?xml$/.test(mediaType)) return "xml";
  throw mediaTypeUnsupported(mediaType);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw undecodable();
  }
}

/**
 * Whether the text has a run of 17 digits, which may hold more than a double can; only then are numbers read one by one.
 * Such a run has a digit, or its point, at one of every 17 places, so that a large body is not looked through whole.
 */
function hasLongNumber(text: string): boolean {
  for (let place = runLength - 1; place < text.length; place += runLength) {
    if (!isDigit(text.charCodeAt(place))) continue;
    let from = place;
    while (from > 0 && isDigit(text.charCodeAt(from - 1))) from -= 1;
    while (place < text.length && isDigit(text.charCodeAt(place))) place += 1;
    if (place - from >= runLength) return true;
  }
  return false;
}

const runLength = 17;

/** 0 to 9, and the point. */
const isDigit = (code: number) => (code >= 48 && code <= 57) || code === 46;

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = hasLongNumber(text)
      ? parseLossless(text, null, (digits) => (isSafeNumber(digits) ? Number(digits) : digits))
      : JSON.parse(text);
  } catch {
    throw undecodable();
  }
  if (typeof value !== "object" || value === null) throw undecodable();
  return value;
}
