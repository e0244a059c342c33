import type { ApolloServerPlugin } from "@apollo/server";
import { type DocumentNode, GraphQLError, type GraphQLSchema, Kind, type SelectionSetNode } from "graphql";
// Its module form would load a second copy of graphql.
import { type ComplexityEstimatorArgs, getComplexity } from "graphql-query-complexity/cjs";
import type { Config } from "../config.js";

type Limits = Pick<Config, "PORTICO_GRAPHQL_DEPTH" | "PORTICO_GRAPHQL_COST">;

/** Refuses, before it runs, a valid document that is deeper or costlier than the settings allow. */
export const limits = ({
  PORTICO_GRAPHQL_DEPTH: deepest,
  PORTICO_GRAPHQL_COST: costliest,
}: Limits): ApolloServerPlugin => ({
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation: ({ schema, document, operation, request }) => {
        const depth = operation ? depthOf(operation.selectionSet, document) : 0;
        if (depth > deepest) {
          throw refusal("QUERY_TOO_DEEP", `The query is ${depth} levels deep; at most ${deepest} are allowed.`);
        }
        const cost = costOf(schema, document, request.variables ?? {});
        if (cost > costliest)
          throw refusal("QUERY_TOO_COSTLY", `The query costs ${cost}; at most ${costliest} is allowed.`);
        return Promise.resolve();
      },
    }),
});

const refusal = (code: string, message: string) =>
  new GraphQLError(message, { extensions: { code, http: { status: 400 } } });

/** Levels of selections; introspection does not count. The document is valid, so no fragment spreads itself. */
function depthOf(set: SelectionSetNode, document: DocumentNode): number {
  const depths = set.selections.map((node) => {
    if (node.kind === Kind.FIELD) {
      if (node.name.value.startsWith("__")) return 0;
      return node.selectionSet ? 1 + depthOf(node.selectionSet, document) : 1;
    }
    if (node.kind === Kind.INLINE_FRAGMENT) return depthOf(node.selectionSet, document);
    const spread = node.name.value;
    const fragment = document.definitions.find(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === spread,
    );
    return fragment?.kind === Kind.FRAGMENT_DEFINITION ? depthOf(fragment.selectionSet, document) : 0;
  });
  return Math.max(0, ...depths);
}

/** Rows that a list may bring when the caller does not say how many it wants. */
const unstatedPageSize = 20;

/** A field costs 1, and what is inside a page counts as often as the page has rows. */
const costOf = (schema: GraphQLSchema, query: DocumentNode, variables: Readonly<Record<string, unknown>>) =>
  getComplexity({ schema, query, variables: { ...variables }, estimators: [estimate] });

function estimate({ args, childComplexity }: ComplexityEstimatorArgs): number {
  const criteria = (args as Readonly<Record<string, unknown>>)["searchCriteria"] as { page_size?: unknown } | undefined;
  if (!criteria) return 1 + childComplexity;
  const size = typeof criteria.page_size === "number" && criteria.page_size > 0 ? criteria.page_size : unstatedPageSize;
  return 1 + size * childComplexity;
}
