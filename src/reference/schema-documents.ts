import { createHash } from "node:crypto";
import type { GraphQLSchema } from "graphql";
import type { oas31 } from "openapi3-ts";
import type { Actor } from "../auth/actor.js";
import type { Config } from "../config.js";
import { inputError } from "../call/errors.js";
import { isAdmitted } from "../call/invoke.js";
import { type DocumentKind, openApiDocument } from "./openapi.js";
import type { Route } from "../contract/operations.js";

/** A document as it is sent. */
export interface WrittenDocument {
  readonly etag: string;
  readonly json: string;
}

export interface DocumentScope {
  readonly kind: DocumentKind;
  /** What the store segment says; `all` where there is none. */
  readonly store: string;
  /** Names of services, or `all`. */
  readonly services: string;
}

export interface DocumentRequest extends DocumentScope {
  readonly actor: Actor;
}

/** Documents kept in memory: those of a few stores, services and callers with different rights. */
const mostKept = 64;

const serviceList = /^[A-Za-z]\w*V\d+(?:,[A-Za-z]\w*V\d+)*$/;

/** Writes the document of what a caller may call, and keeps it for the next one with the same rights. */
export class SchemaDocuments {
  private readonly kept = new Map<string, WrittenDocument>();
  private readonly byService = new Map<string, Route[]>();

  constructor(
    private readonly routes: readonly Route[],
    private readonly source: { readonly schema: GraphQLSchema; readonly config: Config },
  ) {
    for (const route of routes)
      this.byService.set(route.service, [...(this.byService.get(route.service) ?? []), route]);
  }

  /** Describes services whoever asks. Throws as `find` does. */
  describe(scope: DocumentScope): oas31.OpenAPIObject {
    return this.documentOf(this.routesOf(scope.services), scope);
  }

  /** Throws 400 for a list that is malformed, and what becomes a 500, as in Magento, for a service that is not known. */
  find(request: DocumentRequest): WrittenDocument {
    const { actor, kind, store, services } = request;
    const { config } = this.source;
    const wanted = this.routesOf(services);
    const admitted = wanted.filter((route) => isAdmitted(route, actor, config));
    const rights = createHash("sha256").update(admitted.map(({ method, path }) => `${method} ${path}`).join("\n"));
    const key = `${store} ${kind} ${rights.digest("base64url")}`;
    const document = this.kept.get(key) ?? this.write(admitted, request);
    // Taken out and put back in, so that the first one of the map is the one that was not asked for the longest.
    this.kept.delete(key);
    this.kept.set(key, document);
    const [oldest] = this.kept.keys();
    if (this.kept.size > mostKept && oldest !== undefined) this.kept.delete(oldest);
    return document;
  }

  private routesOf(services: string): readonly Route[] {
    if (services === "all") return this.routes;
    if (!serviceList.test(services)) {
      throw inputError("Incorrect format of request URI or Requested services are missing.");
    }
    return [...new Set(services.split(","))].flatMap((name) => {
      const found = this.byService.get(name);
      if (!found) throw new Error(`Requested service is not available: "${name}"`);
      return found;
    });
  }

  private write(routes: readonly Route[], scope: DocumentScope): WrittenDocument {
    const json = JSON.stringify(this.documentOf(routes, scope));
    return { json, etag: `"${createHash("sha256").update(json).digest("base64url")}"` };
  }

  private documentOf(routes: readonly Route[], { kind, store }: DocumentScope): oas31.OpenAPIObject {
    const { schema, config } = this.source;
    const base = (config.PORTICO_BASE_URL ?? "").replace(/\/$/, "");
    const server = `${base}/rest/${encodeURIComponent(store)}`;
    return openApiDocument(routes, { schema, kind, edition: config.PORTICO_EDITION, server });
  }
}
