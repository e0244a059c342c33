import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { securityHeaders } from "../../../../api/http/answer/answer.js";
import type { HttpExchange } from "../../../../api/http/http-exchange.js";

/** Sends a file page by page, as gzip if the client accepts it. Rejects before it sends anything if the first page fails. */
export async function sendFile(
  { request, response, requestId }: HttpExchange,
  { type, name }: { readonly type: string; readonly name: string },
  pages: AsyncIterable<string | Buffer>,
): Promise<void> {
  const reader = pages[Symbol.asyncIterator]();
  const first = await reader.next();
  const isPacked = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(request.headers["accept-encoding"] ?? "");
  response.writeHead(200, {
    "Content-Type": type,
    "Content-Disposition": `attachment; filename="${name}"`,
    ...(isPacked ? { "Content-Encoding": "gzip" } : {}),
    Vary: "Accept-Encoding",
    "Cache-Control": "no-store",
    ...securityHeaders,
    "X-Request-Id": requestId,
  });
  const content = Readable.from(from(first, reader));
  await (isPacked ? pipeline(content, createGzip({ level: 3 }), response) : pipeline(content, response)).catch(
    (error: unknown) => {
      // A client that disconnects is not an error.
      if (!isGone(error)) throw error;
    },
  );
}

async function* from(
  first: IteratorResult<string | Buffer>,
  reader: AsyncIterator<string | Buffer>,
): AsyncGenerator<Buffer> {
  for (let page = first; page.done !== true; page = await reader.next()) {
    if (page.value.length > 0) yield Buffer.from(page.value);
  }
}

const isGone = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
