import {
  getNamedType,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigMap,
  GraphQLBoolean,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  isObjectType,
} from "graphql";
import type { GraphqlContext } from "../../call/kernel.js";
import { camelCase } from "../../call/spelling.js";
import type { PublicTypes } from "./public-types.js";

type Field = GraphQLFieldConfig<unknown, GraphqlContext>;

const required = { int: new GraphQLNonNull(GraphQLInt), boolean: new GraphQLNonNull(GraphQLBoolean) };

type PageInfo = Readonly<Record<string, unknown>>;

const fields: GraphQLFieldConfigMap<PageInfo, GraphqlContext> = {
    current_page: { type: GraphQLInt, description: "Number of the page, from 1; null for a page with a cursor." },
    page_size: { type: required.int, description: "Maximum number of records on the page." },
    total_pages: {
      type: GraphQLInt,
      description: "Number of pages; null for a page with a cursor. Selecting it counts all records.",
    },
    has_next_page: {
      type: required.boolean,
      description: "Whether there are more records. Without a cursor, selecting it counts all records.",
    },
    has_previous_page: {
      type: required.boolean,
      description: "Whether there are records before the page; always true with `after`.",
    },
    start_cursor: {
      type: GraphQLString,
      description: "Cursor of the first record, for `before` of the previous page.",
    },
    end_cursor: { type: GraphQLString, description: "Cursor of the last record, for `after` of the next page." },
};

/** The fields in camel case, by which the helpers of Apollo and Relay read a page. */
const inCamelCase: typeof fields = Object.fromEntries(
  Object.entries(fields).map(([name, { type }]) => [
    camelCase(name),
    { type, description: `The same as \`${name}\`.`, resolve: (info) => info[name] },
  ]),
);

const pageInfo = new GraphQLObjectType({
  name: "PageInfo",
  description: "Position of a page in the results of a search.",
  fields: { ...fields, ...inCamelCase },
});


const infoOf = (page: unknown) => (page as { readonly page_info: PageInfo }).page_info;

/** Whether a type is a page of search results: records, search criteria and total count. */
export const isSearchResult = (type: GraphQLObjectType): boolean =>
  ["items", "search_criteria", "total_count"].every((name) => name in type.getFields());

/** Returns the type of the records of a search. */
export function itemOf(result: GraphQLObjectType): GraphQLObjectType {
  const item = getNamedType(result.getFields()["items"]?.type);
  if (!isObjectType(item)) throw new Error(`${result.name}: the items of a page must be objects`);
  return item;
}

/**
 * Returns the fields of a page that only GraphQL has: the page information and, for a search with a cursor, its nodes.
 */
export function connectionFields(
  result: GraphQLObjectType,
  types: PublicTypes,
  hasCursor: boolean,
): Record<string, Field> {
  const info: Field = { type: new GraphQLNonNull(pageInfo), description: "Position of the page in the results." };
  const ofPage = { ...info, description: "The same as `page_info`.", resolve: infoOf };
  const both = { page_info: info, pageInfo: ofPage };
  if (!hasCursor) return both;
  const item = itemOf(result);
  const node = new GraphQLObjectType({
    name: `${item.name}Edge`,
    description: `A record of type ${item.name} with its cursor.`,
    fields: {
      cursor: {
        type: new GraphQLNonNull(GraphQLString),
        description: "Cursor of the record, for `after` and `before`.",
      },
      node: { type: new GraphQLNonNull(types.of(item)), description: "The record." },
    },
  });
  return {
    ...both,
    edges: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(node))),
      description: "The records of the page, each with its cursor.",
    },
  };
}
