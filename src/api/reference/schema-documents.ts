import { createHash } from "node:crypto";
import type { GraphQLSchema } from "graphql";
import type { oas31 } from "openapi3-ts";
import type { Actor } from "../auth/actor.js";
import type { Config } from "../../config.js";
import { inputError } from "../call/errors.js";
import { isAdmitted, lacksOwner } from "../call/invoke.js";
import { openApiDocument } from "./openapi/openapi.js";
import type { DocumentKind } from "./openapi/openapi-paths.js";
import type { SchemaFormat } from "./schema-format.js";
import { type Swagger2Document, swagger2Document } from "./openapi/swagger2.js";
import type { Route } from "../contract/routes/operations.js";
import type { EndpointDescription } from "../http/endpoint.js";

/** A document, ready to send. */
export interface SerializedDocument {
  readonly etag: string;
  /** Its JSON text. */
  readonly bytes: Buffer;
}

/** Returns a document, ready to send. */
export function serializeDocument(document: object): SerializedDocument {
  const bytes = Buffer.from(JSON.stringify(document));
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"` };
}

export interface DocumentScope {
  readonly kind: DocumentKind;
  /** The store segment; `all` by default. */
  readonly store: string;
  /** Names of services, or `all`. */
  readonly services: string;
  /** `openapi3` by default. */
  readonly format?: SchemaFormat;
}

export interface DocumentRequest extends DocumentScope {
  readonly actor: Actor;
}

/** Maximum number of cached documents: those of a few stores, services and sets of permissions. */
const maxCached = 64;

const serviceList = /^[A-Za-z]\w*V\d+(?:,[A-Za-z]\w*V\d+)*$/;

/**
 * Creates the documents of the routes that a caller may use, and caches them for callers with the same permissions. A
 * caller with every permission also sees the routes that only customers can use, as in Magento.
 */
export class SchemaDocuments {
  private readonly cached = new Map<string, SerializedDocument>();
  private readonly byService = new Map<string, Route[]>();

  constructor(
    private readonly routes: readonly Route[],
    private readonly source: {
      readonly schema: GraphQLSchema;
      readonly config: Config;
      readonly added?: readonly EndpointDescription[];
    },
  ) {
    for (const route of routes)
      this.byService.set(route.service, [...(this.byService.get(route.service) ?? []), route]);
  }

  /** Describes services for any caller. Throws the errors of `find`. */
  describe(scope: DocumentScope): oas31.OpenAPIObject | Swagger2Document {
    return this.documentOf(this.routesOf(scope.services), scope);
  }

  /**
   * Returns a document. Throws 400 for a malformed list, and an error that becomes a 500, as in Magento, for an
   * unknown service.
   */
  find(request: DocumentRequest): SerializedDocument {
    const { actor, kind, store, services, format = "openapi3" } = request;
    const { config } = this.source;
    const wanted = this.routesOf(services);
    const admitted = wanted.filter((route) => isAdmitted(route, actor, config) || lacksOwner(route, actor));
    const rights = createHash("sha256").update(admitted.map(({ method, path }) => `${method} ${path}`).join("\n"));
    const isAll = services === "all" ? "all" : "some";
    const key = `${format} ${store} ${kind} ${isAll} ${rights.digest("base64url")}`;
    const document = this.cached.get(key) ?? this.createDocument(admitted, request);
    // Moved to the end, so that the first entry of the map is the least recently used one.
    this.cached.delete(key);
    this.cached.set(key, document);
    const [oldest] = this.cached.keys();
    if (this.cached.size > maxCached && oldest !== undefined) this.cached.delete(oldest);
    return document;
  }

  private routesOf(services: string): readonly Route[] {
    if (services === "all") return this.routes;
    if (!serviceList.test(services)) {
      throw inputError("Incorrect format of request URI or Requested services are missing.");
    }
    return [...new Set(services.split(","))].flatMap((name) => {
      const found = this.byService.get(name);
      if (!found) throw inputError('Requested service is not available: "%1"', [name]);
      return found;
    });
  }

  private createDocument(routes: readonly Route[], scope: DocumentScope): SerializedDocument {
    return serializeDocument(this.documentOf(routes, scope));
  }

  private documentOf(
    routes: readonly Route[],
    { kind, store, format, services }: DocumentScope,
  ): oas31.OpenAPIObject | Swagger2Document {
    const { schema, config } = this.source;
    const added = services === "all" ? this.source.added : undefined;
    const base = (config.PORTICO_BASE_URL ?? "").replace(/\/$/, "");
    const server = `${base}/rest/${encodeURIComponent(store)}`;
    const options = { schema, kind, edition: config.PORTICO_EDITION, server, added };
    return format === "swagger2" ? swagger2Document(routes, options) : openApiDocument(routes, options);
  }
}
