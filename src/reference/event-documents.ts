import type { GraphQLSchema } from "graphql";
import type { Actor } from "../auth/actor.js";
import type { Route } from "../contract/operations.js";
import { asyncApiDocument, visibleTypes } from "./asyncapi.js";
import { type WrittenDocument, writtenDocument } from "./schema-documents.js";

/** Maximum number of cached documents, enough for a few sets of types. */
const mostKept = 16;

/** Creates the documents of the events that a caller may see, and caches them for callers who may see the same. */
export class EventDocuments {
  private readonly kept = new Map<string, WrittenDocument>();

  constructor(private readonly source: { readonly schema: GraphQLSchema; readonly routes: readonly Route[] }) {}

  find(actor: Actor): WrittenDocument {
    const types = visibleTypes(actor);
    const key = types.join(" ");
    const document = this.kept.get(key) ?? writtenDocument(asyncApiDocument({ ...this.source, types }));
    if (!this.kept.has(key) && this.kept.size >= mostKept) this.kept.clear();
    this.kept.set(key, document);
    return document;
  }
}
