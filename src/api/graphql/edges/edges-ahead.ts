import {
  type FieldNode,
  getArgumentValues,
  getNamedType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  isObjectType,
} from "graphql";
import { collectSubfields } from "graphql/execution/collectFields.js";
import { fieldResolver } from "../../call/field-resolver.js";
import type { GraphqlContext } from "../../call/kernel.js";
import type { Edge, GraphArguments } from "../../contract/graph.js";
import { type EdgePlace, keyOf, type LoadEdge, loadOf, maxKeys } from "./edge-loading.js";
import type { Needs } from "../graph-selection.js";

/** Returns the loaded value of an edge for one record, or throws the error of its load. */
type Loaded = () => unknown;

type Path = GraphQLResolveInfo["path"];

/**
 * Preloaded edge values by the path of a page's list and the field's name in the response, in the order of the records.
 */
const preloadedPages = new WeakMap<Path, ReadonlyMap<string, readonly Loaded[]>>();

/** Returns the value of the edge at a path if it was preloaded with its page. */
export function findPreloaded({ prev: at, key }: Path): Loaded | undefined {
  if (typeof at?.key === "number") return at.prev && preloadedPages.get(at.prev)?.get(String(key))?.[at.key];
  const index = at?.prev;
  if (typeof index?.key !== "number") return undefined;
  return index.prev && preloadedPages.get(index.prev)?.get(`${String(at?.key)}.${key}`)?.[index.key];
}

/** An edge field that a document selects on each record of a page. */
interface SelectedEdge {
  /** Its name in the response; in a page of nodes, prefixed with the name of `node`. */
  readonly name: string;
  readonly place: EdgePlace;
}

interface Page {
  readonly info: GraphQLResolveInfo;
  readonly ctx: GraphqlContext;
  readonly needs: Needs;
}

type Resolve = GraphQLFieldResolver<unknown, GraphqlContext>;

/**
 * Makes the resolver of the records of a page. It preloads their edges before graphql-js completes the records, which
 * saves a promise per field and record.
 */
export const recordsResolver = (needs: Needs): Resolve =>
  pageResolver(needs, {
    edgesIn: (page) => selectedEdges(getNamedType(page.info.returnType), page.info.fieldNodes, page),
    recordOf: (item) => item,
  });

/** Makes the resolver of the nodes of a page, which preloads edges in the same way. */
export const nodesResolver = (needs: Needs): Resolve =>
  pageResolver(needs, {
    edgesIn: (page) =>
      fieldsOf(getNamedType(page.info.returnType), page.info.fieldNodes, page.info).flatMap((outer) =>
        selectedEdges(getNamedType(outer.field.type), outer.nodes, page).map(({ name, place }) => ({
          name: `${outer.name}.${name}`,
          place,
        })),
      ),
    recordOf: (item) => (item as { readonly node: unknown }).node,
  });

interface PageShape {
  readonly edgesIn: (page: Page) => readonly SelectedEdge[];
  readonly recordOf: (item: unknown) => unknown;
}

const pageResolver = (needs: Needs, { edgesIn, recordOf }: PageShape): Resolve =>
  fieldResolver(({ source, ctx, info }) => {
    const items = (source as Readonly<Record<string, Iterable<unknown> | null | undefined>>)[info.fieldName];
    const edges = items ? edgesIn({ info, ctx, needs }) : [];
    if (!items || edges.length === 0) return items;
    const list = [...items];
    return loadPage(info.path, edges, list.map(recordOf)).then(() => list);
  });

interface SelectedField {
  readonly name: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly nodes: readonly FieldNode[];
}

/** Returns the fields that a document selects on a type, with their names in the response. */
function fieldsOf(
  type: GraphQLNamedType,
  within: readonly FieldNode[],
  { schema, fragments, variableValues }: GraphQLResolveInfo,
): SelectedField[] {
  if (!isObjectType(type)) return [];
  const selected = collectSubfields(schema, fragments, variableValues, type, within);
  return [...selected].flatMap(([name, nodes]) => {
    const field = type.getFields()[nodes[0]?.name.value ?? ""];
    return field ? [{ name, field, nodes }] : [];
  });
}

/** Returns the edges that a document selects on the records of a page. */
const selectedEdges = (
  type: GraphQLNamedType,
  within: readonly FieldNode[],
  { info, ctx, needs }: Page,
): SelectedEdge[] =>
  fieldsOf(type, within, info).flatMap(({ name, field, nodes: fieldNodes }) => {
    const edge = field.extensions["edge"] as Edge | undefined;
    const args = edge && argumentsOf(field, fieldNodes, info);
    return edge && args
      ? [{ name, place: { edge, args, ctx, needs, info: { fieldNodes, fragments: info.fragments } } }]
      : [];
  });

/** Returns the arguments of a field; undefined if they are invalid: graphql-js then reports the error at the field. */
function argumentsOf(
  field: SelectedField["field"],
  [node]: readonly FieldNode[],
  { variableValues }: GraphQLResolveInfo,
): GraphArguments | undefined {
  try {
    return node && getArgumentValues(field, node, variableValues);
  } catch {
    return undefined;
  }
}

async function loadPage(path: Path, ahead: readonly SelectedEdge[], records: readonly unknown[]): Promise<void> {
  const loaded = ahead.map(async ({ name, place }) => [name, await loadAll(place, records)] as const);
  preloadedPages.set(path, new Map(await Promise.all(loaded)));
}

/**
 * Loads the value of an edge for each record. An error in a key fails its record only, an error in a load all its
 * records.
 */
async function loadAll(place: EdgePlace, records: readonly unknown[]): Promise<Loaded[]> {
  const found = new Map<unknown, Loaded>();
  const keyed = records.map((record): (() => Loaded) => {
    try {
      const key = keyOf(place.edge, record, place.ctx);
      if (key !== undefined) found.set(key, noValue);
      return () => found.get(key) ?? noValue;
    } catch (error) {
      return () => rethrow(error);
    }
  });
  const load = loadOf(place);
  await Promise.all(chunksOf([...found.keys()], maxKeys).map((keys) => loadInto(found, keys, load)));
  return keyed.map((loaded) => loaded());
}

async function loadInto(found: Map<unknown, Loaded>, keys: readonly unknown[], load: LoadEdge): Promise<void> {
  try {
    const values = await load(keys);
    for (const [at, key] of keys.entries()) found.set(key, () => values[at]);
  } catch (error) {
    for (const key of keys) found.set(key, rethrow(error));
  }
}

const noValue: Loaded = () => null;

const rethrow =
  (error: unknown): Loaded =>
  () => {
    throw error;
  };

const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
