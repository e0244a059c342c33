import {
  type GraphQLFieldConfig,
  GraphQLID,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLNonNull,
  getNamedType,
  type GraphQLObjectType,
} from "graphql";
import { invalid, noSuchEntity } from "../../call/errors.js";
import { fieldResolver } from "../../call/field-resolver.js";
import { invokeByGraphql } from "../../call/invoke.js";
import type { GraphqlContext } from "../../call/kernel.js";
import type { NodeKey } from "../../contract/graph.js";
import type { Operation } from "../../contract/routes/operations.js";
import { selectionOf } from "../graph-selection.js";

type Field = GraphQLFieldConfig<unknown, GraphqlContext, Readonly<Record<string, unknown>>>;

const recordTypes = new WeakMap<object, string>();

/** The interface of all records with an id in the graph. */
export const node = new GraphQLInterfaceType({
  name: "Node",
  description: "A record with an id that is unique in the graph.",
  fields: {
    node_id: {
      type: new GraphQLNonNull(GraphQLID),
      description: "Id of the record, unique in the graph, for the query `node`.",
    },
  },
  resolveType: (record) => recordTypes.get(record as object),
});

/** Name of the field with the id. It is computed from the key field of the record. */
export const nodeIdField = "node_id";

const idOf = (type: string, key: unknown): string => Buffer.from(`${type}:${String(key)}`).toString("base64url");

/** Makes the field with the id of a record. */
export const nodeId = (type: GraphQLObjectType, { field }: NodeKey): GraphQLFieldConfig<unknown, GraphqlContext> => ({
  type: new GraphQLNonNull(GraphQLID),
  description:
    "Id of the record, unique in the graph, for the query `node`. It is opaque and differs from the id in REST.",
  resolve: (record) => idOf(type.name, (record as Readonly<Record<string, unknown>>)[field]),
});

/** Dependencies of the field `node`. */
export interface NodeDependencies {
  readonly nodes: ReadonlyMap<string, NodeKey>;
  readonly operations: readonly Operation[];
  readonly needs: ReadonlyMap<string, readonly string[]>;
}

/**
 * Makes the query for a record by its id. It calls the query that reads records of that type, and so admits the same
 * callers. Throws 400 for text that is not an id, and 404 for a record that is not the caller's.
 */
export function nodeField({ nodes, operations, needs }: NodeDependencies): Field {
  const queries = new Map([...nodes].map(([type, key]) => [type, { key, operation: queryOf(key, operations) }]));
  return {
    type: node,
    description:
      "Returns a record by its `node_id`. Needs the permission of the query that reads records of its type; 404 if the record is not the caller's.",
    args: { nodeId: { type: new GraphQLNonNull(GraphQLID), description: "The `node_id` of a record." } },
    resolve: fieldResolver(async ({ args: given, ctx, info }) => {
      const id = String(given["nodeId"]);
      const [, type = "", value = ""] = /^(\w+):(.+)$/s.exec(Buffer.from(id, "base64url").toString()) ?? [];
      const found = queries.get(type);
      if (!found || idOf(type, value) !== id) throw invalid("nodeId", id);
      const { key, operation } = found;
      const args = { [key.argument]: keyOf(operation, key, value) };
      const selection = selectionOf(info, { needs, isCursor: false });
      const record = await invokeByGraphql(operation, args, { ...ctx, selection });
      // A query for a caller's own record ignores the key.
      if (!hasKey(record, key, value)) throw noSuchEntity("nodeId", id);
      recordTypes.set(record, type);
      return record;
    }),
  };
}

const hasKey = (record: unknown, { field }: NodeKey, value: string): record is object =>
  typeof record === "object" &&
  record !== null &&
  String((record as Readonly<Record<string, unknown>>)[field]).toLowerCase() === value.toLowerCase();

function queryOf({ query }: NodeKey, operations: readonly Operation[]): Operation {
  const operation = operations.find(({ name, kind }) => name === query && kind === "query");
  if (!operation) throw new Error(`The query ${query} for reading nodes does not exist.`);
  return operation;
}

/** Returns the key in the type that the query takes. Throws 400 for text if the query takes a number. */
function keyOf({ field }: Operation, { argument }: NodeKey, value: string): string | number {
  const type = field.args.find(({ name }) => name === argument)?.type;
  if (!type || getNamedType(type) !== GraphQLInt) return value;
  if (!/^\d{1,10}$/.test(value)) throw invalid("nodeId", value);
  return Number(value);
}
