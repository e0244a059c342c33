import type { Route } from "../contract/operations.js";
import type { Context, RepeatableCall } from "./context.js";
import { WebapiError } from "./errors.js";
import { invoke } from "./invoke.js";
import type { Kernel } from "./kernel.js";

/**
 * Answers a read as JSON, as its route answers the caller of the context; undefined where the route answers 404. Throws
 * whatever else the read throws, 401 included.
 */
export type ReadResource = (read: RepeatableCall, ctx: Context) => Promise<string | undefined>;

/** Returns the function that answers reads of the given routes. */
export function resourceReader(kernel: Pick<Kernel, "config" | "resolvers">, routes: readonly Route[]): ReadResource {
  const byLine = new Map(routes.map((route) => [route.line, route]));
  return async ({ line, args }, ctx) => {
    const route = byLine.get(line);
    if (!route || route.operation.kind !== "query") throw new Error(`there is no read ${line}`);
    try {
      return route.write(await invoke(kernel, { route, args, ctx: { ...ctx, selection: undefined } }));
    } catch (error) {
      if (error instanceof WebapiError && error.status === 404) return undefined;
      throw error;
    }
  };
}
