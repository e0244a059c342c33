import type { IncomingMessage, ServerResponse } from "node:http";
import { type Actor, nameOf, UserType } from "../../auth/actor.js";
import {
  charsetUnsupported,
  contentTypeEmpty,
  contentTypeInvalid,
  encodingUnsupported,
  mediaTypeUnsupported,
  notUnicode,
  undecodable,
} from "../../call/errors.js";
import type { Kernel } from "../../call/kernel.js";
import { type BodyBudget, BodyShare } from "./body-budget.js";
import { laterTurn } from "../../../platform/process/slices.js";
import { readBytes } from "./body-bytes.js";
import { checkStructure, type ValueLimits } from "./json-structure.js";
import { largeBodyBytes, parseInSlices } from "./large-json.js";
import { hasLongNumber, quoteLongNumbers } from "./long-numbers.js";
import { parseElements } from "./xml-parser.js";

type Format = "json" | "xml";

/** The limits of a request body. The limits of values apply to JSON. */
export interface BodyLimits extends ValueLimits {
  readonly bytes: number;
  readonly xmlBytes: number;
  readonly xmlElements: number;
  /** The budget for all bodies in memory. */
  readonly budget: BodyBudget;
  /** Waits for the caller's turn to process a large body. Throws 503 if the wait is too long. */
  readonly enter: (response: ServerResponse) => Promise<void>;
}

/** Returns the body limits of a caller. Anyone can become a customer, so customers have the limits of guests. */
export function bodyLimits({ config, limits }: Pick<Kernel, "config" | "limits">, actor: Actor): BodyLimits {
  const { PORTICO_BODY_VALUES: values, PORTICO_ELEMENT_VALUES: elementValues } = config;
  const isKnown = actor.type === UserType.administrator || actor.type === UserType.integration;
  const bytes = isKnown
    ? config.PORTICO_BODY_LIMIT
    : Math.min(config.PORTICO_GUEST_BODY_LIMIT, config.PORTICO_BODY_LIMIT);
  return {
    bytes,
    xmlBytes: Math.min(config.PORTICO_XML_LIMIT, bytes),
    values,
    elementValues,
    xmlElements: config.PORTICO_XML_ELEMENTS,
    budget: limits.bodies.of(actor),
    enter: (response) => limits.bodies.large.enter(nameOf(actor), response),
  };
}

const restFormats: readonly Format[] = ["json", "xml"];

/**
 * Reads and decodes the body of a request; an absent one is empty. Throws 400 for a body that cannot be decoded, has
 * another format, nests too deeply or contains half a character, 413 above the limits, and 503 while all bodies
 * together are too large.
 */
export async function readBody(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  limits: BodyLimits,
  formats = restFormats,
): Promise<unknown> {
  const { "content-encoding": encoding, "content-type": type = "" } = request.headers;
  const share = new BodyShare(limits.budget, response);
  const bytes = await readBytes(request, xmlType.test(type) ? limits.xmlBytes : limits.bytes, share);
  if (bytes.length === 0) return {};
  if (encoding !== undefined && !/^\s*(?:identity)?\s*$/i.test(encoding)) throw encodingUnsupported(encoding);
  const format = formatOf(type, formats);
  if (bytes.length > largeBodyBytes) {
    await limits.enter(response);
    await laterTurn();
    if (format === "json") return parseInSlices(bytes, limits, (json) => parse(json, parseJson));
  }
  if (format === "json") checkStructure(bytes, limits);
  return parse(bytes, format === "xml" ? (text) => parseElements(text, limits.xmlElements) : parseJson);
}

function parse(bytes: Uint8Array, parseText: (text: string) => unknown): unknown {
  const text = decode(bytes);
  const value = parseText(text);
  if (mayHaveLoneSurrogate.test(text) && hasLoneSurrogate(value)) throw notUnicode();
  return value;
}

/** Half a character can come only from an escape, because the bytes are valid UTF-8. */
const mayHaveLoneSurrogate = /\\u[dD][89a-fA-F]|&#/;
const loneSurrogate = /\p{Surrogate}/u;

function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === "string") return loneSurrogate.test(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, inner]) => loneSurrogate.test(key) || hasLoneSurrogate(inner));
}

const jsonType = /^application\/(?:[\w.-]+\+)?json(?:;|\s|$)/i;
const xmlType = /^(?:application|text)\/(?:[\w.-]+\+)?xml(?:;|\s|$)/i;

function formatOf(header: string, formats: readonly Format[]): Format {
  if (!header.trim()) throw contentTypeEmpty();
  const [mediaType = "", ...parameters] = header.split(";").map((part) => part.trim());
  if (!/^[\w!#$&^.+*/-]+$/.test(mediaType)) throw contentTypeInvalid();
  const charset = parameters
    .find((parameter) => /^charset=/i.test(parameter))
    ?.slice("charset=".length)
    .toLowerCase();
  if (charset !== undefined && !/^"?utf-?8"?$/.test(charset)) throw charsetUnsupported();
  if (jsonType.test(mediaType) && formats.includes("json")) return "json";
  if (xmlType.test(mediaType) && formats.includes("xml")) return "xml";
  throw mediaTypeUnsupported(mediaType);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw undecodable();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(hasLongNumber(text) ? quoteLongNumbers(text) : text);
  } catch {
    throw undecodable();
  }
}
