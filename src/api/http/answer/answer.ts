import type { ServerResponse } from "node:http";
import type { WebapiError } from "../../call/errors.js";
import { toWebapiError } from "../../call/failure.js";
import { noticeHeader } from "../../call/notices.js";
import type { LongResult } from "../../call/answer/long-result.js";
import type { HttpExchange } from "../http-exchange.js";
import { encodeLong, sendParts } from "./long-answer.js";
import type { Format } from "./negotiation.js";
import { toXml } from "./xml.js";

/** An answer to send. */
export interface Answer {
  readonly status: number;
  /** The body as JSON text; absent without a body. */
  readonly json?: string;
  /** The body as the bytes of JSON text, in place of `json`: answers that are sent unchanged share them. */
  readonly bytes?: Buffer;
  /** Media type of `json` where it is not the usual one. */
  readonly mediaType?: string;
  /** The body in place of `json`, if it takes too long to write at once. */
  readonly long?: LongResult;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the answer for an error in Magento's format; in development with its stack trace. */
export function failureAnswer(
  error: unknown,
  { log, isDevelopment }: Pick<HttpExchange, "log" | "isDevelopment">,
): Answer {
  const known = toWebapiError(error, log);
  const body = known.status === 406 ? alternateBody(known) : known.toBody();
  const trace = isDevelopment && error instanceof Error ? { trace: error.stack } : {};
  const headers = { ...retryHeaders(known), ...elementHeaders(known), ...allowHeaders(known) };
  return { status: known.status, json: JSON.stringify({ ...body, ...trace }), headers };
}

/** Returns `Retry-After` for a temporary error. */
export const retryHeaders = ({ details: { retryAfter } }: WebapiError): Readonly<Record<string, string>> =>
  retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };

/** Returns the header that names the list elements that could not be read, counted from 0. */
const elementHeaders = ({ details: { elements } }: WebapiError): Readonly<Record<string, string>> =>
  elements === undefined ? {} : { [noticeHeader]: `element ${elements.join(", element ")}` };

/** Returns the header that an answer 405 must have (RFC 9110, section 15.5.6). */
const allowHeaders = ({ status }: WebapiError): Readonly<Record<string, string>> =>
  status === 405 ? { Allow: "GET, HEAD, POST, PUT, DELETE" } : {};

/** Returns Magento's body for an error before the format of the answer is known. */
const alternateBody = ({ status, message }: WebapiError) => ({ messages: { error: [{ code: status, message }] } });

/** Headers of every answer below `/rest`. */
export const securityHeaders = { "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer" } as const;

/** Sends an answer with a long result. Rejects, before anything is sent, if the result cannot be written. */
export async function sendLong(
  exchange: HttpExchange,
  answer: Answer & { readonly long: LongResult },
  format: Format,
): Promise<void> {
  const parts = await encodeLong(answer.long, format);
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  writeHead(exchange, answer, contentHeaders(format, bytes));
  // The request is answered; the client reads the rest at its own pace.
  void sendParts(exchange.response, parts);
}

/** Sends an answer without a long result. */
export function send(exchange: HttpExchange, answer: Answer, format: Format): void {
  const { response } = exchange;
  const { json, bytes } = answer;
  if (bytes) {
    writeHead(exchange, answer, contentHeaders("json", bytes.length, answer.mediaType));
    return void response.end(bytes);
  }
  const text = json === undefined || format === "json" ? json : toXml(json);
  writeHead(
    exchange,
    answer,
    text === undefined ? {} : contentHeaders(format, Buffer.byteLength(text), answer.mediaType),
  );
  // A short text is sent with the headers in one packet.
  if (text === undefined || text.length <= chunkLength) response.end(text);
  else sendInChunks(response, text);
}

const contentHeaders = (format: Format, bytes: number, mediaType = "application/json") => ({
  "Content-Type": `${format === "json" ? mediaType : "application/xml"}; charset=utf-8`,
  "Content-Length": bytes,
});

function writeHead(
  { response, requestId }: HttpExchange,
  { status, headers }: Answer,
  content: Readonly<Record<string, string | number>>,
): void {
  response.writeHead(status, {
    ...content,
    "Cache-Control": "no-store",
    ...securityHeaders,
    "X-Request-Id": requestId,
    ...headers,
  });
}

/** Characters per chunk of an answer. */
const chunkLength = 65_536;

/**
 * Sends a long text in half the time: the client receives the first chunks while the next ones are encoded. Node
 * joins the writes of one turn of the event loop, so each chunk gets its own turn.
 */
function sendInChunks(response: ServerResponse, text: string, from = 0): void {
  if (response.destroyed) return;
  const to = endOfChunk(text, from);
  response.write(Buffer.from(text.slice(from, to)));
  if (to < text.length) process.nextTick(sendInChunks, response, text, to);
  else response.end();
}

/** Returns the end of a chunk. A surrogate pair is one character and stays together. */
function endOfChunk(text: string, from: number): number {
  const to = Math.min(from + chunkLength, text.length);
  return to < text.length && isHighSurrogate(text.charCodeAt(to - 1)) ? to - 1 : to;
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;
