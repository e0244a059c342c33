import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream/promises";
import type { RequestHandler, Response } from "express";
import { notFound } from "../call/errors.js";
import type { Logger } from "pino";
import type { Db } from "../db/database.js";
import type { MediaLibrary } from "./media-library.js";
import { isSafeKey } from "./media-keys.js";
import { readServed, type ServedFile } from "./media-files.sql.js";

const prefix = "/catalog/product/";

/** What serving images needs from the process. */
export interface MediaDependencies {
  readonly db: Db;
  readonly media: MediaLibrary;
  readonly log: Logger;
}

/**
 * Serves images of products below `/media`. What is served is what the database names, so that nothing else of the storage
 * can be reached. A name is one image's for ever: whoever has it need not ask again.
 */
export function mediaHandler({ db, media, log }: MediaDependencies): RequestHandler {
  return async (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") return next();
    const path = pathOf(request.path);
    const file = path === undefined ? undefined : await readServed(db, path);
    if (path === undefined || !file) throw missing();
    setHeaders(response, file);
    if (isKnown(request, file)) return void response.status(304).end();
    if (request.method === "HEAD") return void response.setHeader("Content-Length", file.size).end();
    const opened = await media.read(path);
    if (!opened) {
      log.error({ path }, "an image is missing from the storage");
      response.removeHeader("Cache-Control");
      response.removeHeader("ETag");
      throw missing();
    }
    response.setHeader("Content-Length", opened.size);
    await pipeline(opened.content, response).catch((error: unknown) => {
      if (!request.destroyed) log.warn({ err: error, path }, "an image was not sent to its end");
    });
  };
}

const missing = () => notFound("The file that was requested doesn't exist.");

/** The path below the product media folder; undefined for what is not there, or no address at all. */
function pathOf(address: string): string | undefined {
  if (!address.startsWith(prefix)) return undefined;
  try {
    const path = decodeURIComponent(address.slice(prefix.length));
    return isSafeKey(path) ? `/${path}` : undefined;
  } catch {
    return undefined;
  }
}

function setHeaders(response: Response, { media_type: mediaType, hash }: ServedFile): void {
  response.set({
    "Content-Type": mediaType,
    "Cache-Control": "public, max-age=31536000, immutable",
    ETag: `"${hash}"`,
    "X-Content-Type-Options": "nosniff",
    // An image has nothing to run or to load.
    "Content-Security-Policy": "default-src 'none'; sandbox",
  });
}

/** Whether the caller has these bytes already (RFC 9110, 13.1.2). */
function isKnown({ headers }: IncomingMessage, { hash }: ServedFile): boolean {
  const tags = headers["if-none-match"]?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return tags.includes("*") || tags.includes(`"${hash}"`);
}
