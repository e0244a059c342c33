import {
  type FieldNode,
  getNamedType,
  type GraphQLFieldConfig,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLString,
  GraphQLUnionType,
  isObjectType,
  Kind,
} from "graphql";
import { fieldResolver } from "../../call/field-resolver.js";
import type { GraphqlContext } from "../../call/kernel.js";
import type { Arguments } from "../../call/method-call.js";
import type { Operation } from "../../contract/routes/operations.js";
import { type WrittenRecords, writesOf } from "../../contract/rest.js";
import { isSearchResult, itemOf } from "./page-types.js";

/** Name of the field of `Mutation` that returns the records which the mutations before it wrote. */
export const writtenRecordsField = "written_records";

type Fields = Readonly<Record<string, GraphQLFieldConfig<unknown, GraphqlContext, Arguments>>>;

/** A mutation that succeeded, with the calls of a query that read what it wrote. */
interface Written {
  readonly path: readonly string[];
  readonly query: string;
  readonly calls: readonly Arguments[];
}

/** Mutations of a document that succeeded: graphql-js makes one variables object per execution. */
const writtenBy = new WeakMap<object, Written[]>();

/** Maximum number of records of one mutation that are read one by one. */
const maxCalls = 100;

/** Remembers what a mutation wrote, if it declares how to read it. */
export function noteWritten(operation: Operation, { info, args, result }: Succeeded): void {
  const declared = writesOf(operation.field);
  if (!declared) return;
  const known = writtenBy.get(info.variableValues) ?? [];
  const written = { path: [String(info.path.key)], query: declared.query, calls: callsOf(declared, { args, result }) };
  writtenBy.set(info.variableValues, [...known, written]);
}

interface Outcome {
  readonly args: Arguments;
  readonly result: unknown;
}

interface Succeeded extends Outcome {
  readonly info: GraphQLResolveInfo;
}

/** Returns the arguments of each call: one, or one for each item of the list that a path goes through. */
function callsOf({ keys }: WrittenRecords, { args, result }: Outcome): Arguments[] {
  const columns = Object.entries(keys).map(
    ([name, source]) => [name, valuesAt({ ...args, result }, source.split("."))] as const,
  );
  const count = Math.max(1, ...columns.map(([, values]) => values.length));
  const calls = Array.from({ length: count }, (_, at) =>
    Object.fromEntries(columns.map(([name, values]) => [name, values.length === 1 ? values[0] : values[at]])),
  );
  return [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()];
}

/** Returns the values at a path, which are several behind a list. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return [value];
  return valuesAt((value as Readonly<Record<string, unknown>> | null | undefined)?.[name], rest);
}

const recordTypes = new WeakMap<object, string>();

const required = <Type extends ConstructorParameters<typeof GraphQLNonNull>[0]>(type: Type) => new GraphQLNonNull(type);

/** Makes the field with the written records, from the fields of the queries. Throws for a query that does not exist. */
export function writtenRecords(
  operations: readonly Operation[],
  queries: Fields,
): GraphQLFieldConfig<unknown, GraphqlContext> {
  const declared = operations.flatMap((operation) => writesOf(operation.field) ?? []);
  const types = new Set(declared.map((each) => recordOf(each, queries)));
  const record = new GraphQLUnionType({
    name: "WrittenRecord",
    description: "A record that a mutation wrote.",
    types: [...types],
    resolveType: (value) => recordTypes.get(value as object),
  });
  const outcome = new GraphQLObjectType<Written, GraphqlContext>({
    name: "WrittenRecords",
    description: "The records that a mutation wrote.",
    fields: {
      path: {
        type: required(new GraphQLList(required(GraphQLString))),
        description: "Name or alias of the mutation.",
      },
      records: {
        type: new GraphQLList(required(record)),
        description: `The records after the mutations of the document, at most ${maxCalls}. Null with an error without the permission of the query that reads them.`,
        extensions: { rows: 1 },
        resolve: fieldResolver(({ source, ctx, info }) => readRecords(source, queries, { ctx, info })),
      },
    },
  });
  return {
    type: required(new GraphQLList(required(outcome))),
    description:
      "Records that the mutations before it wrote, for those whose own result is a number, a text or a flag. Failed mutations have none. Each record needs the permission of the query that reads it.",
    extensions: { rows: 1 },
    resolve: fieldResolver(({ info }) => writtenBy.get(info.variableValues) ?? []),
  };
}

/** Returns the type of the records that a query reads. */
function recordOf({ query, keys }: WrittenRecords, queries: Fields): GraphQLObjectType {
  const field = queries[query];
  const type = field && getNamedType(field.type);
  if (!isObjectType(type)) throw new Error(`The query ${query} for reading written records does not exist.`);
  if (isSearchResult(type)) return itemOf(type);
  const unknown = Object.keys(keys).find((name) => !(name in (field?.args ?? {})));
  if (unknown !== undefined) throw new Error(`The query ${query} has no argument ${unknown}.`);
  return type;
}

type Reading = Readonly<{ ctx: GraphqlContext; info: GraphQLResolveInfo }>;

async function readRecords({ query, calls }: Written, queries: Fields, reading: Reading): Promise<object[]> {
  const field = queries[query];
  const type = field && getNamedType(field.type);
  if (!field?.resolve || !isObjectType(type)) return [];
  const [isSearch, { ctx, info }] = [isSearchResult(type), reading];
  const [found, within] = isSearch ? [[searchFor(calls)], withinItems(info)] : [asArguments(field, calls), info];
  const records: object[] = [];
  for (const args of found) {
    const read = (await field.resolve(undefined, args, ctx, within)) as { readonly items?: Iterable<object> } | null;
    const listed = isSearch ? read?.items : read;
    records.push(...(listed && Symbol.iterator in listed ? listed : listed ? [listed] : []));
  }
  for (const each of records) recordTypes.set(each, isSearch ? itemOf(type).name : type.name);
  return records;
}

/** Returns the keys as the types of the arguments: the result of a mutation can be a number as text. */
const asArguments = ({ args: declared = {} }: Fields[string], calls: readonly Arguments[]): Arguments[] =>
  calls.slice(0, maxCalls).map((call) =>
    Object.fromEntries(
      Object.entries(call).map(([name, value]) => {
        const isNumber = getNamedType(declared[name]?.type) === GraphQLInt;
        return [name, isNumber && value != null ? Number(value) : value];
      }),
    ),
  );

/** Returns the arguments of a search for the records with any of the keys. */
function searchFor(calls: readonly Arguments[]): Arguments {
  const names = Object.keys(calls[0] ?? {});
  const filters = names.map((field) => ({
    filters: [{ field, condition_type: "in", value: calls.map((call) => String(call[field])).join(",") }],
  }));
  return { searchCriteria: { filter_groups: filters, page_size: maxCalls } };
}

/** Returns the place of the records with their selection as that of the items of a page. */
const withinItems = (info: GraphQLResolveInfo): GraphQLResolveInfo => ({
  ...info,
  fieldNodes: info.fieldNodes.map((node): FieldNode => {
    const items = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: "items" }, selectionSet: node.selectionSet };
    return { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections: [items as FieldNode] } };
  }),
});
