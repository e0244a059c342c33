import * as z from "zod";
import { type SettingDeclarations, flag, integer } from "./values.js";

/** Settings of GraphQL documents. */
export const graphqlSettings = {
  PORTICO_GRAPHQL_TEXT_LIMIT: {
    schema: integer(1024, 1 << 30, 1 << 20),
    about: "Maximum size of a GraphQL document in bytes, without its variables.",
  },
  PORTICO_GRAPHQL_GUEST_TEXT_LIMIT: {
    schema: integer(1024, 1 << 30, 128 << 10),
    about: "Maximum size of a guest's GraphQL document in bytes.",
  },
  PORTICO_GRAPHQL_TOKENS: {
    schema: integer(100, 1_000_000, 10_000),
    about: "Maximum tokens (names, values and punctuation) of a GraphQL document.",
  },
  PORTICO_GRAPHQL_DEPTH: { schema: integer(1, 100, 15), about: "Maximum depth of a GraphQL selection." },
  PORTICO_GRAPHQL_COST: {
    schema: integer(1, 1_000_000, 10_000),
    about: "Maximum cost of the documents of a GraphQL request: 1 per field, times the size of each list around it.",
  },
  PORTICO_GRAPHQL_LOADS: {
    schema: integer(1, 100_000, 200),
    about: "Maximum operations and edges in the documents of a GraphQL request.",
  },
  PORTICO_GRAPHQL_ANSWER_LIMIT: {
    schema: integer(1024, 1 << 30, 16 << 20),
    about: "Maximum size of the answer to a GraphQL request in bytes.",
  },
  PORTICO_GRAPHQL_GUEST_ANSWER_LIMIT: {
    schema: integer(1024, 1 << 30, 1 << 20),
    about:
      "Maximum size of the answer to a GraphQL request of a guest or a customer in bytes; also at most 200,000 bytes for each started kilobyte of their documents.",
  },
  PORTICO_GRAPHQL_BATCH: { schema: integer(1, 100, 10), about: "Maximum documents in one GraphQL request." },
  PORTICO_GRAPHQL_PAGE_SIZE: {
    schema: integer(1, 10_000, 20),
    about: "Page size of a GraphQL search that has none.",
  },
  PORTICO_GRAPHQL_PAGE_LIMIT: {
    schema: integer(1, 10_000, 300),
    about: "Maximum page size of a GraphQL search.",
  },
  PORTICO_GRAPHQL_DOCUMENTS: {
    schema: z.string().min(1).optional(),
    about:
      "JSON file that lists the only GraphQL documents to run: documents by their SHA-256 hash, or Apollo's manifest of persisted queries. By default, every document runs.",
  },
  PORTICO_GRAPHQL_GUEST_INTROSPECTION: {
    schema: flag(true),
    about: "Let guests read the GraphQL schema by introspection.",
  },
  PORTICO_GRAPHQL_SUBSCRIPTIONS: {
    schema: integer(0, 100_000, 500),
    about: "Maximum open GraphQL subscriptions of a process; 0 allows none.",
  },
} as const satisfies SettingDeclarations;
