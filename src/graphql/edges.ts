import DataLoader from "dataloader";
import type { GraphQLFieldConfig, GraphQLOutputType } from "graphql";
import { admits } from "../auth/actor.js";
import type { ConfiguredContext } from "../call/context.js";
import { fieldResolver } from "../call/field-resolver.js";
import type { GraphqlContext } from "../call/kernel.js";
import { unauthorized } from "../call/unauthorized.js";
import type { Edge, GraphArguments } from "../contract/graph.js";
import { selectionOf } from "./graph-selection.js";

type Loader = DataLoader<unknown, unknown>;

/** The loaders of a request, by edge, arguments and place in the document. */
const loaders = new WeakMap<GraphqlContext, Map<string, Loader>>();

/** What the field of an edge is made of. */
export interface EdgeField {
  readonly type: GraphQLOutputType;
  readonly args: NonNullable<GraphQLFieldConfig<unknown, GraphqlContext>["args"]>;
  readonly needs: ReadonlyMap<string, readonly string[]>;
}

/** Makes the field of an edge: it checks the permission of the caller, and loads the records of a level together. */
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
      authorizeEdge(edge, parent, ctx);
      const key = edge.key(parent);
      if (key === undefined) return null;
      const place = fieldPath(info.path);
      const open = () => {
        const { kernel, ...bare } = ctx;
        const selection = selectionOf(info, { needs, isCursor: false });
        return loaderOf(edge, given, { ...bare, config: kernel.config, selection });
      };
      return loaderIn(ctx, `${edge.on}.${place} ${JSON.stringify(given)}`, open).load(key);
    }),
  };
}

/** Throws the 401 of the edge unless it admits the caller to this record. */
function authorizeEdge(edge: Edge, parent: unknown, ctx: GraphqlContext): void {
  const isPublic = edge.publicRead === true && ctx.kernel.config.PORTICO_ANONYMOUS_CATALOG;
  if (isPublic || admits(edge.permission, ctx.actor) || edge.isOwner?.(parent, ctx.actor)) return;
  throw unauthorized(edge.permission, ctx);
}

/** Returns the names of the fields that lead to a place, without the indexes of lists: records of one level load together. */
function fieldPath(path: { readonly prev: unknown; readonly key: string | number }): string {
  const keys: string[] = [];
  for (let at: typeof path | undefined = path; at; at = at.prev as typeof path | undefined) {
    if (typeof at.key === "string") keys.unshift(at.key);
  }
  return keys.join(".");
}

function loaderIn(ctx: GraphqlContext, name: string, open: () => Loader): Loader {
  const known = loaders.get(ctx) ?? new Map<string, Loader>();
  loaders.set(ctx, known);
  const loader = known.get(name) ?? open();
  known.set(name, loader);
  return loader;
}

/** Most keys of one load. */
const mostKeys = 1000;

/** Makes a loader that keeps nothing, because the mutations of one document may change what it loads. */
function loaderOf(edge: Edge, args: GraphArguments, ctx: ConfiguredContext): Loader {
  const load = async (keys: readonly unknown[]): Promise<readonly unknown[]> => {
    const distinct = [...new Set(keys)];
    const values = await edge.load(distinct, args, ctx);
    const found = new Map(distinct.map((key, at) => [key, values[at]]));
    return keys.map((key) => found.get(key) ?? null);
  };
  return new DataLoader(load, { cache: false, maxBatchSize: mostKeys });
}
