import type { ServerResponse } from "node:http";
import type { WebapiError } from "../call/errors.js";
import { toWebapiError } from "../call/failure.js";
import type { HttpExchange } from "./http-exchange.js";
import type { Format } from "./negotiation.js";
import { toXml } from "./xml.js";

/** A finished answer. */
export interface Answer {
  readonly status: number;
  /** The body as JSON text; absent where there is none. */
  readonly json?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes the answer of an error, in Magento's shape; in development with its stack trace. */
export function failureAnswer(
  error: unknown,
  { log, isDevelopment }: Pick<HttpExchange, "log" | "isDevelopment">,
): Answer {
  const known = toWebapiError(error, log);
  const body = known.status === 406 ? alternateBody(known) : known.toBody();
  const trace = isDevelopment && error instanceof Error ? { trace: error.stack } : {};
  return { status: known.status, json: JSON.stringify({ ...body, ...trace }), headers: retryHeaders(known) };
}

/** `Retry-After` for an error that passes. */
export const retryHeaders = ({ details: { retryAfter } }: WebapiError): Readonly<Record<string, string>> =>
  retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };

/** Magento's body of an error that comes before the format of the answer is agreed. */
const alternateBody = ({ status, message }: WebapiError) => ({ messages: { error: [{ code: status, message }] } });

/** Headers of every answer below `/rest`. */
export const securityHeaders = { "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer" } as const;

/** Sends an answer. */
export function send({ response, requestId }: HttpExchange, { status, json, headers }: Answer, format: Format): void {
  const text = json === undefined || format === "json" ? json : toXml(json);
  const content =
    text === undefined
      ? {}
      : { "Content-Type": `application/${format}; charset=utf-8`, "Content-Length": Buffer.byteLength(text) };
  response.writeHead(status, {
    ...content,
    "Cache-Control": "no-store",
    ...securityHeaders,
    "X-Request-Id": requestId,
    ...headers,
  });
  // A short text goes out with the headers in one piece.
  if (text === undefined || text.length <= pieceLength) response.end(text);
  else sendInPieces(response, text);
}

/** Characters of an answer that are sent at a time. */
const pieceLength = 65_536;

/**
 * Sends a long text in half the time: a reader takes the first pieces while the next ones are encoded. Node joins what is
 * written in one turn of the event loop, so that each piece has a turn of its own.
 */
function sendInPieces(response: ServerResponse, text: string, from = 0): void {
  if (response.destroyed) return;
  const to = endOfPiece(text, from);
  response.write(Buffer.from(text.slice(from, to)));
  if (to < text.length) process.nextTick(sendInPieces, response, text, to);
  else response.end();
}

/** A pair of surrogates is one character and stays together. */
function endOfPiece(text: string, from: number): number {
  const to = Math.min(from + pieceLength, text.length);
  return to < text.length && isHighSurrogate(text.charCodeAt(to - 1)) ? to - 1 : to;
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;
