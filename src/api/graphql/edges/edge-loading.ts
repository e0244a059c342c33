import type { GraphQLResolveInfo } from "graphql";
import { admits } from "../../auth/actor.js";
import type { GraphqlContext } from "../../call/kernel.js";
import { unauthorized } from "../../call/unauthorized.js";
import type { Edge, GraphArguments } from "../../contract/graph.js";
import { type Needs, selectionOf } from "../graph-selection.js";

/** An edge field at one place of a document. */
export interface EdgePlace {
  readonly edge: Edge;
  readonly args: GraphArguments;
  readonly ctx: GraphqlContext;
  readonly info: Pick<GraphQLResolveInfo, "fieldNodes" | "fragments">;
  readonly needs: Needs;
}

/** Loads the values of an edge in the order of the keys; null for a key without a value. */
export type LoadEdge = (keys: readonly unknown[]) => Promise<readonly unknown[]>;

/** Maximum number of keys per load. */
export const maxKeys = 1000;

/** Returns the function that loads the values of an edge at one place. */
export function loadOf({ edge, args, ctx: { kernel, ...bare }, info, needs }: EdgePlace): LoadEdge {
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
export function keyOf(edge: Edge, parent: unknown, ctx: GraphqlContext): unknown {
  const isPublic = edge.publicRead === true && ctx.kernel.config.PORTICO_ANONYMOUS_CATALOG;
  if (!isPublic && !admits(edge.permission, ctx.actor) && !edge.isOwner?.(parent, ctx.actor)) {
    throw unauthorized(edge.permission, ctx);
  }
  return edge.key(parent);
}
