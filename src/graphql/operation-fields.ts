import {
  getNamedType,
  type GraphQLArgumentConfig,
  type GraphQLFieldConfig,
  GraphQLInt,
  GraphQLString,
  getNullableType,
  isObjectType,
} from "graphql";
import { invokeByGraphql } from "../call/invoke.js";
import type { GraphqlContext } from "../call/kernel.js";
import type { Arguments } from "../call/method-call.js";
import type { Cursor } from "../contract/graph.js";
import type { Operation } from "../contract/operations.js";
import type { Found } from "../search-criteria/search-results.js";
import { selectionOf } from "./graph-selection.js";
import { isSearchResult, itemOf } from "./page-types.js";
import { askedPage, pageOf } from "./paging.js";
import type { PublicTypes } from "./public-types.js";

type Field = GraphQLFieldConfig<unknown, GraphqlContext, Arguments>;

/** What the fields of operations are made of. */
export interface FieldParts {
  readonly types: PublicTypes;
  /** The fields that each edge needs of its record. */
  readonly needs: ReadonlyMap<string, readonly string[]>;
  /** The types that can be read with a cursor. */
  readonly cursors: ReadonlyMap<string, Cursor>;
}

/** Makes the root field of an operation, which calls it by the first route that admits the caller. */
export function operationField(operation: Operation, parts: FieldParts): Field {
  const { field, description } = operation;
  const { types, needs } = parts;
  const args = types.arguments(
    Object.fromEntries(
      field.args.map(({ name, type, description: about, defaultValue, extensions }) => [
        name,
        { type, description: about, defaultValue, extensions },
      ]),
    ),
  );
  const result = getNamedType(field.type);
  const own = { type: types.of(field.type), description };
  if (isObjectType(result) && isSearchResult(result) && args["searchCriteria"]) {
    const cursor = parts.cursors.get(itemOf(result).name);
    return { ...own, ...searchOf(operation, { args, needs, cursor }), extensions: { isPaged: true } };
  }
  return {
    ...own,
    args,
    // eslint-disable-next-line max-params -- graphql-js calls it so
    resolve: (_root, given, ctx, info) =>
      invokeByGraphql(operation, given, { ...ctx, selection: selectionOf(info, { needs, isCursor: false }) }),
  };
}

const cursorArguments: Readonly<Record<string, GraphQLArgumentConfig>> = {
  first: { type: GraphQLInt, description: "Most records of a page with a cursor, in the order of their ids." },
  after: {
    type: GraphQLString,
    description: "Cursor of the last record of the page before: `page_info { end_cursor }`.",
  },
};

interface Search {
  readonly args: Readonly<Record<string, GraphQLArgumentConfig>>;
  readonly needs: FieldParts["needs"];
  readonly cursor: Cursor | undefined;
}

/** Makes arguments and resolver of a search, which has pages, and a cursor if its records have one. */
function searchOf(operation: Operation, { args, needs, cursor }: Search): Pick<Field, "args" | "resolve"> {
  const criteria = args["searchCriteria"] as GraphQLArgumentConfig;
  const withField = cursor ? new Map([...needs, ["items", [cursor.field]], ["node", [cursor.field]]]) : needs;
  return {
    args: {
      ...args,
      searchCriteria: { ...criteria, type: getNullableType(criteria.type) },
      ...(cursor ? cursorArguments : {}),
    },
    // eslint-disable-next-line max-params -- graphql-js calls it so
    resolve: async (_root, { first, after, ...given }, ctx, info) => {
      const page = askedPage({ ...given, first, after }, cursor, ctx.kernel.config);
      const selection = selectionOf(info, { needs: withField, isCursor: page.cursor !== undefined });
      const isUncounted = selection?.has("total_count") !== true;
      const asked = { ...given, searchCriteria: { ...page.criteria, isUncounted } };
      const found = await invokeByGraphql(operation, asked, { ...ctx, selection });
      return pageOf(found as Found<Readonly<Record<string, unknown>>>, page, cursor);
    },
  };
}
