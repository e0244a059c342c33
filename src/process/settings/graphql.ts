import { type SettingDeclarations, integer } from "./values.js";

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
    schema: integer(1, 1_000_000, 2000),
    about: "Maximum cost of a GraphQL document: 1 per field, times the page size within lists.",
  },
} as const satisfies SettingDeclarations;
