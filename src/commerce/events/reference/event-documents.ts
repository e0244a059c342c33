import type { GraphQLSchema } from "graphql";
import type { Actor } from "../../../api/auth/actor.js";
import type { Route } from "../../../api/contract/routes/operations.js";
import { asyncApiDocument, visibleTypes } from "./asyncapi.js";
import { type SerializedDocument, serializeDocument } from "../../../api/reference/schema-documents.js";

/** Maximum number of cached documents, enough for a few sets of types. */
const maxCached = 16;

/** Creates the documents of the events that a caller may see, and caches them for callers who may see the same. */
export class EventDocuments {
  private readonly cached = new Map<string, SerializedDocument>();

  constructor(private readonly source: { readonly schema: GraphQLSchema; readonly routes: readonly Route[] }) {}

  find(actor: Actor): SerializedDocument {
    const types = visibleTypes(actor);
    const key = types.join(" ");
    const document = this.cached.get(key) ?? serializeDocument(asyncApiDocument({ ...this.source, types }));
    if (!this.cached.has(key) && this.cached.size >= maxCached) this.cached.clear();
    this.cached.set(key, document);
    return document;
  }
}
