import type { RequestHandler } from "express";
import { UserType } from "../auth/actor.js";
import { noRoute } from "../call/errors.js";
import type { Kernel } from "../call/kernel.js";
import type { DocumentKind } from "./openapi.js";
import { requestIdOf } from "../http/request-id.js";
import type { SchemaDocuments } from "./schema-documents.js";

/** What a URL behind `/rest` asks for when it ends in `schema`. */
interface Address {
  readonly store: string | undefined;
  readonly kind: DocumentKind;
  readonly services: string;
}

const caller: Readonly<Record<UserType, string>> = {
  [UserType.integration]: "integration",
  [UserType.administrator]: "administrator",
  [UserType.customer]: "customer",
  [UserType.guest]: "guest",
};

/** Answers `[<store>/][async/[bulk/]]schema` with the description of the routes that the caller may call. */
export function schemaDoor(documents: SchemaDocuments, kernel: Kernel): RequestHandler {
  return async (request, response, next) => {
    const address = request.method === "GET" || request.method === "HEAD" ? addressOf(request.url) : undefined;
    if (!address) return next();
    if (!(await kernel.scopeOf(address.store ?? "all"))) throw noRoute();
    const { actor } = await kernel.authenticate(request);
    const { etag, json } = documents.find({ ...address, actor, store: address.store ?? "all" });
    response.set({
      ETag: etag,
      "Cache-Control": "private, no-cache",
      Vary: "Authorization",
      "X-Caller": caller[actor.type],
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": requestIdOf(request),
    });
    if (isKnown(request.headers["if-none-match"], etag)) return void response.status(304).end();
    response.type("application/json").send(json);
  };
}

function addressOf(url: string): Address | undefined {
  const [path = "", search = ""] = url.split("?", 2);
  const segments = path.replace(/^\/|\/$/g, "").split("/");
  if (segments.pop() !== "schema") return undefined;
  let kind: DocumentKind = "sync";
  if (segments.at(-1) === "async") kind = "async";
  if (segments.at(-1) === "bulk" && segments.at(-2) === "async") kind = "bulk";
  const [store, ...others] = segments.slice(0, segments.length - ["sync", "async", "bulk"].indexOf(kind));
  if (others.length > 0) return undefined;
  const query = new URLSearchParams(search);
  return { store, kind, services: query.get("services") ?? "all" };
}

const isKnown = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch === "*" || (ifNoneMatch?.split(",").some((known) => known.trim().replace(/^W\//, "") === etag) ?? false);
