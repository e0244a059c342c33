import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
} from "graphql";
import { type ComplexityEstimatorArgs, getComplexity } from "graphql-query-complexity";

/** Refuses a document that nests selections deeper than the limit. Introspection does not count. */
export const depthLimit =
  (limit: number) =>
  (context: ValidationContext): ASTVisitor => ({
    OperationDefinition(operation) {
      const depth = depthOf(operation.selectionSet, { context, within: new Set() });
      if (depth > limit) {
        const message = `The query is ${depth} levels deep; at most ${limit} are allowed.`;
        context.reportError(new GraphQLError(message, { nodes: operation, extensions: { code: "QUERY_TOO_DEEP" } }));
      }
    },
  });

interface Walk {
  readonly context: ValidationContext;
  /** Fragments that the walk is inside of: one that spreads itself is another rule's to report. */
  readonly within: ReadonlySet<string>;
}

function depthOf(set: SelectionSetNode, walk: Walk): number {
  const depths = set.selections.map((node) => {
    if (node.kind === Kind.FIELD) {
      if (node.name.value.startsWith("__")) return 0;
      return node.selectionSet ? 1 + depthOf(node.selectionSet, walk) : 1;
    }
    if (node.kind === Kind.INLINE_FRAGMENT) return depthOf(node.selectionSet, walk);
    const name = node.name.value;
    const fragment = walk.within.has(name) ? undefined : walk.context.getFragment(name);
    return fragment ? depthOf(fragment.selectionSet, { ...walk, within: new Set([...walk.within, name]) }) : 0;
  });
  return Math.max(0, ...depths);
}

/** Rows that a list may bring when the caller does not say how many it wants. */
const unstatedPageSize = 20;

/** What a document costs: a field 1, and what is inside a page as often as the page has rows. */
export const costOf = (schema: GraphQLSchema, query: DocumentNode, variables: Readonly<Record<string, unknown>>) =>
  getComplexity({ schema, query, variables: { ...variables }, estimators: [estimate] });

function estimate({ args, childComplexity }: ComplexityEstimatorArgs): number {
  const criteria = (args as Readonly<Record<string, unknown>>)["searchCriteria"] as { page_size?: unknown } | undefined;
  if (!criteria) return 1 + childComplexity;
  const size = typeof criteria.page_size === "number" && criteria.page_size > 0 ? criteria.page_size : unstatedPageSize;
  return 1 + size * childComplexity;
}
