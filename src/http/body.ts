import type { IncomingMessage } from "node:http";
import getRawBody from "raw-body";
import { type Actor, UserType } from "../auth/actor.js";
import {
  charsetUnsupported,
  contentTypeEmpty,
  contentTypeInvalid,
  encodingUnsupported,
  mediaTypeUnsupported,
  payloadTooLarge,
  undecodable,
} from "../call/errors.js";
import type { Config } from "../config.js";
import { checkStructure } from "./json-structure.js";
import { hasLongNumber, quoteLongNumbers } from "./long-numbers.js";
import { parseElements } from "./xml-parser.js";

type Format = "json" | "xml";

/** What a request body may have at most. */
export interface BodyLimits {
  readonly bytes: number;
  readonly xmlBytes: number;
  /** Values of JSON, elements of XML. */
  readonly values: number;
  readonly xmlElements: number;
}

/** The limits of a caller's request bodies. Anybody may become a customer, so customers are limited as guests are. */
export function bodyLimits(config: Config, { type }: Actor): BodyLimits {
  const isKnown = type === UserType.administrator || type === UserType.integration;
  const bytes = isKnown
    ? config.PORTICO_BODY_LIMIT
    : Math.min(config.PORTICO_GUEST_BODY_LIMIT, config.PORTICO_BODY_LIMIT);
  return {
    bytes,
    xmlBytes: Math.min(config.PORTICO_XML_LIMIT, bytes),
    values: config.PORTICO_BODY_VALUES,
    xmlElements: config.PORTICO_XML_ELEMENTS,
  };
}

const restFormats: readonly Format[] = ["json", "xml"];

/**
 * Reads and decodes the body of a request; an absent one is empty. Throws 400 for a body that cannot be decoded, has another
 * format or nests too deep, and 413 past the limits.
 */
export async function readBody(request: IncomingMessage, limits: BodyLimits, formats = restFormats): Promise<unknown> {
  const { "content-encoding": encoding, "content-type": type = "" } = request.headers;
  const bytes = await read(request, xmlType.test(type) ? limits.xmlBytes : limits.bytes);
  if (bytes.length === 0) return {};
  if (encoding !== undefined && !/^\s*(?:identity)?\s*$/i.test(encoding)) throw encodingUnsupported(encoding);
  const format = formatOf(type, formats);
  if (format === "json") checkStructure(bytes, limits.values);
  const text = decode(bytes);
  if (text.trim() === "") return {};
  return format === "xml" ? parseElements(text, limits.xmlElements) : parseJson(text);
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

const jsonType = /^application\/(?:[\w.-]+\+)?json(?:;|\s|$)/i;
const xmlType = /^(?:application|text)\/(?:[\w.-]+\+)?xml(?:;|\s|$)/i;

function formatOf(header: string, formats: readonly Format[]): Format {
  if (!header.trim()) throw contentTypeEmpty();
  const [mediaType = "", ...parameters] = header
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (!/^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/.test(mediaType)) throw contentTypeInvalid();
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  if (charset !== undefined && !/^"?utf-?8"?$/.test(charset)) throw charsetUnsupported();
  if (jsonType.test(mediaType) && formats.includes("json")) return "json";
  if (xmlType.test(mediaType) && formats.includes("xml")) return "xml";
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

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(hasLongNumber(text) ? quoteLongNumbers(text) : text);
  } catch {
    throw undecodable();
  }
  if (typeof value !== "object" || value === null) throw undecodable();
  return value;
}
