import DataLoader from "dataloader";
import type { FieldNode, GraphQLFieldConfig, GraphQLOutputType } from "graphql";
import { fieldResolver } from "../../call/field-resolver.js";
import type { GraphqlContext } from "../../call/kernel.js";
import type { Edge, GraphArguments } from "../../contract/graph.js";
import { type EdgePlace, keyOf, loadOf, maxKeys } from "./edge-loading.js";
import { findPreloaded } from "./edges-ahead.js";
import type { Needs } from "../graph-selection.js";

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
      const loaded = findPreloaded(info.path);
      if (loaded) return loaded();
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
