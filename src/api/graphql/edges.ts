import DataLoader from "dataloader";
import type { FieldNode, GraphQLFieldConfig, GraphQLOutputType, GraphQLResolveInfo } from "graphql";
import { admits } from "../auth/actor.js";
import { fieldResolver } from "../call/field-resolver.js";
import { settingFor } from "../call/invoke.js";
import type { GraphqlContext } from "../call/kernel.js";
import { unauthorized } from "../call/unauthorized.js";
import type { Edge, GraphArguments } from "../contract/graph.js";
import { type Needs, selectionOf } from "./graph-selection.js";

type Loader = DataLoader<unknown, unknown>;

/**
 * Loaders by field nodes: in each execution, graphql-js makes one list of nodes for a field of all records of a level.
 */
const loaders = new WeakMap<readonly FieldNode[], Loader>();

/** Type, arguments and required fields of an edge field. */
export interface EdgeField {
  readonly type: GraphQLOutputType;
  readonly args: NonNullable<GraphQLFieldConfig<unknown, GraphqlContext>["args"]>;
  readonly needs: Needs;
}

/** Makes an edge field, which checks the permission of the caller and loads the records of a level together. */
export function edgeField(
  edge: Edge,
  { type, args, needs }: EdgeField,
): GraphQLFieldConfig<unknown, GraphqlContext, GraphArguments> {
  const { description } = edge;
  return {
    type,
    args,
    description,
    extensions: { edge },
    resolve: fieldResolver(({ source: parent, args: given, ctx, info }) => {
      const key = keyOf(edge, parent, ctx);
      return key === undefined ? null : loaderIn({ edge, args: given, ctx, info, needs }).load(key);
    }),
  };
}

/**
 * Returns the loader of a place. It caches nothing, because the mutations of one document may change the values it
 * loads.
 */
function loaderIn(place: EdgePlace): Loader {
  const { fieldNodes } = place.info;
  const known = loaders.get(fieldNodes);
  if (known) return known;
  const load = loadOf(place);
  const loader = new DataLoader<unknown, unknown>((keys) => load(keys), { cache: false, maxBatchSize: maxKeys });
  loaders.set(fieldNodes, loader);
  return loader;
}

/** An edge field at one place of a document. */
interface EdgePlace {
  readonly edge: Edge;
  readonly args: GraphArguments;
  readonly ctx: GraphqlContext;
  readonly info: Pick<GraphQLResolveInfo, "fieldNodes" | "fragments">;
  readonly needs: Needs;
}

/** Loads the values of an edge in the order of the keys; null for a key without a value. */
type LoadEdge = (keys: readonly unknown[]) => Promise<readonly unknown[]>;

/** Maximum number of keys per load. */
const maxKeys = 1000;

/** Returns the function that loads the values of an edge at one place. */
function loadOf({ edge, args, ctx: { kernel, ...bare }, info, needs }: EdgePlace): LoadEdge {
  const ctx = { ...bare, config: kernel.config, selection: selectionOf(info, { needs, isCursor: false }) };
  return async (keys) => {
    const distinct = [...new Set(keys)];
    const values = await edge.load(distinct, args, ctx);
    const found = new Map(distinct.map((key, at) => [key, values[at]]));
    return keys.map((key) => found.get(key) ?? null);
  };
}

/**
 * Returns the key that an edge loads for a record; undefined if it has none. Throws 401 unless the edge admits the
 * caller.
 */
function keyOf(edge: Edge, parent: unknown, ctx: GraphqlContext): unknown {
  const isPublic = edge.publicRead === true && ctx.kernel.config.PORTICO_ANONYMOUS_CATALOG;
  if (!isPublic && !admits(edge.permission, ctx.actor) && !edge.isOwner?.(parent, ctx.actor)) {
    throw unauthorized(edge.permission, ctx, settingFor(edge));
  }
  return edge.key(parent);
}
