import { type BaseContext, type ApolloServerOptions } from "@apollo/server";
import { textCache } from "./document-cache.js";
import type { SafeDocuments } from "./documents.js";

type PersistedQueries = Exclude<ApolloServerOptions<BaseContext>["persistedQueries"], false | undefined>;

const prefix = "apq:";

/**
 * Returns the store of persisted queries. With a list of documents, these are known from the start and no others can be
 * added. Without a list, a client registers a query by sending it once; the least recently used ones are dropped.
 */
export const persistedQueries = (documents: SafeDocuments | undefined): PersistedQueries =>
  documents
    ? {
        cache: {
          get: (key) => Promise.resolve(documents.textOf(key.startsWith(prefix) ? key.slice(prefix.length) : key)),
          set: () => Promise.resolve(),
          delete: () => Promise.resolve(false),
        },
      }
    : { cache: textCache() };
