import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream/promises";
import type { RequestHandler, Response } from "express";
import type { Logger } from "pino";
import type { Db } from "../db/database.js";
import type { MediaLibrary } from "./media-library.js";
import { isSafeKey } from "./media-keys.js";
import { readServed, type ServedFile } from "./media-files.rows.js";

const prefix = "/catalog/product/";

/** The dependencies of the media handler. */
export interface MediaDependencies {
  readonly db: Db;
  readonly media: MediaLibrary;
  readonly log: Logger;
  /** Returns the error for a file that does not exist. */
  readonly missing: () => Error;
}

/**
 * Serves product images below `/media`. Only files in the database are served, so nothing else in the storage is
 * reachable. A name always means the same image, so clients can cache it without revalidation.
 */
export function mediaHandler({ db, media, log, missing }: MediaDependencies): RequestHandler {
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
      log.error({ path }, "image is missing from the storage");
      response.removeHeader("Cache-Control");
      response.removeHeader("ETag");
      throw missing();
    }
    response.setHeader("Content-Length", opened.size);
    await pipeline(opened.content, response).catch((error: unknown) => {
      if (!request.destroyed) log.warn({ err: error, path }, "failed to read an image from the storage");
    });
  };
}

/** Returns the path below the product media folder, or undefined if the address is invalid or outside it. */
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
    // An image needs no scripts or other resources.
    "Content-Security-Policy": "default-src 'none'; sandbox",
  });
}

/** Whether the client already has these bytes (RFC 9110, 13.1.2). */
function isKnown({ headers }: IncomingMessage, { hash }: ServedFile): boolean {
  const tags = headers["if-none-match"]?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return tags.includes("*") || tags.includes(`"${hash}"`);
}
