import {
  getNamedType,
  type GraphQLArgumentConfig,
  type GraphQLFieldConfig,
  GraphQLInt,
  GraphQLString,
  getNullableType,
  isObjectType,
} from "graphql";
import { fieldResolver } from "../../call/field-resolver.js";
import { authorize, invokeByGraphql, routeFor } from "../../call/invoke.js";
import type { GraphqlContext } from "../../call/kernel.js";
import type { Arguments } from "../../call/method-call.js";
import type { Cursor } from "../../contract/graph.js";
import type { FailedRows } from "../../contract/failed-rows.js";
import { rowsOf } from "../../contract/fields.js";
import type { Operation } from "../../contract/routes/operations.js";
import type { Found } from "../../search-criteria/search-results.js";
import { type Needs, selectionOf } from "../graph-selection.js";
import { asIds, idArguments, idsFor } from "./id-arguments.js";
import { isSearchResult, itemOf } from "./page-types.js";
import { readRequestedPage, pageOf } from "./paging.js";
import type { PublicTypes } from "./public-types.js";
import { publicName, toSnakeCase } from "./spellings.js";
import { withUserErrors } from "./user-errors.js";
import { noteWritten } from "./written-records.js";

type Field = GraphQLFieldConfig<unknown, GraphqlContext, Arguments>;

/** Dependencies of the fields of operations. */
export interface FieldDependencies {
  readonly types: PublicTypes;
  readonly needs: Needs;
  /** The types that can be read with a cursor. */
  readonly cursors: ReadonlyMap<string, Cursor>;
  /** Failed rows by their type in the contract. */
  readonly failedRows: ReadonlyMap<string, FailedRows>;
}

/**
 * Makes the root field of an operation, which calls it by the first route that admits the caller. It is nullable, so
 * that its failure does not affect the other fields of the document.
 */
export function operationField(operation: Operation, parts: FieldDependencies): Field {
  const { field, description } = operation;
  const { types, needs } = parts;
  const ids = idArguments(operation);
  const renameArguments = renameToOwn(operation);
  const args = asIds(
    types.arguments(
      Object.fromEntries(
        field.args.map(({ name, type, description: about, defaultValue, extensions }) => [
          publicName(name),
          { type, description: about, defaultValue, extensions },
        ]),
      ),
    ),
    ids.map(publicName),
  );
  const result = getNamedType(field.type);
  const isQueueable = operation.routes.every((route) => route.queueable);
  const own = { type: getNullableType(types.of(field.type)), description, extensions: { isQueueable, rows: rowsOf(field) } };
  if (isObjectType(result) && isSearchResult(result) && args["searchCriteria"]) {
    const cursor = parts.cursors.get(itemOf(result).name);
    return { ...own, ...searchField(operation, { args, needs, cursor }), extensions: { isPaged: true } };
  }
  return {
    ...own,
    args,
    resolve: fieldResolver(({ args: given, ctx, info }) => {
      const selection = selectionOf(info, { needs, isCursor: false });
      const run = async () => {
        const named = await convertIds(operation, { given: renameArguments(given), ids }, ctx);
        const result = await invokeByGraphql(operation, named, { ...ctx, selection });
        if (operation.kind === "mutation") noteWritten(operation, { info, args: named, result });
        return result;
      };
      if (operation.kind === "query") return run();
      return withUserErrors({ info, ctx, rows: parts.failedRows.get(result.name) }, run);
    }),
  };
}

/** Returns the arguments as read by the route that admits the caller. Throws 401 if none does, before reading them. */
async function convertIds(
  operation: Operation,
  { given, ids }: { readonly given: Arguments; readonly ids: readonly string[] },
  { kernel, ...ctx }: GraphqlContext,
): Promise<Arguments> {
  if (ids.length === 0) return given;
  const route = routeFor(operation, ctx.actor, kernel.config);
  await authorize(kernel.config, { route, ctx });
  return idsFor(given, ids, route);
}

/** Returns a function that renames public arguments and search criteria to those of the operation. Most are the same. */
function renameToOwn({ field }: Operation): (given: Arguments) => Arguments {
  const own = new Map(field.args.map(({ name }) => [publicName(name), name]));
  const isSearch = own.has("searchCriteria");
  if (!isSearch && [...own].every(([name, ownName]) => name === ownName)) return (given) => given;
  const valueOf = (name: string, value: unknown) => (name === "searchCriteria" ? toSnakeCase(value) : value);
  return (given) =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [own.get(name) ?? name, valueOf(name, value)]));
}

const cursorArguments: Readonly<Record<string, GraphQLArgumentConfig>> = {
  first: { type: GraphQLInt, description: "Maximum number of records on a page with a cursor, ordered by id." },
  after: {
    type: GraphQLString,
    description: "Cursor of the last record of the previous page: `page_info { end_cursor }`.",
  },
  last: {
    type: GraphQLInt,
    description:
      "Maximum number of records on the page that ends before `before` or, without it, at the last record. Records stay in ascending order.",
  },
  before: {
    type: GraphQLString,
    description: "Cursor of the first record of the next page: `page_info { start_cursor }`.",
  },
};

interface Search {
  readonly args: Readonly<Record<string, GraphQLArgumentConfig>>;
  readonly needs: Needs;
  readonly cursor: Cursor | undefined;
}

/** Makes the arguments and the resolver of a search with pages, and with a cursor if its records have one. */
function searchField(operation: Operation, { args, needs, cursor }: Search): Pick<Field, "args" | "resolve"> {
  const criteria = args["searchCriteria"] as GraphQLArgumentConfig;
  const withField = cursor ? new Map([...needs, ["items", [cursor.field]], ["node", [cursor.field]]]) : needs;
  return {
    args: {
      ...args,
      searchCriteria: { ...criteria, type: getNullableType(criteria.type) },
      ...(cursor ? cursorArguments : {}),
    },
    resolve: fieldResolver(async ({ args: { first, after, last, before, ...given }, ctx, info }) => {
      const page = readRequestedPage(
        given["searchCriteria"],
        { first, after, last, before },
        { cursor, ...ctx.kernel.config },
      );
      const selection = selectionOf(info, { needs: withField, isCursor: page.position !== undefined });
      const isUncounted = selection?.has("total_count") !== true;
      const searchArguments = { ...given, searchCriteria: { ...page.criteria, isUncounted } };
      const found = await invokeByGraphql(operation, searchArguments, { ...ctx, selection });
      return pageOf(found as Found<Readonly<Record<string, unknown>>>, page, cursor);
    }),
  };
}
