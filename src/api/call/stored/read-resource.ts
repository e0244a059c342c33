import type { Route } from "../../contract/routes/operations.js";
import type { Context, RepeatableCall } from "../context.js";
import { WebapiError } from "../errors.js";
import { invoke, type Invoking } from "../invoke.js";

/**
 * Returns the result of a read as JSON, as its route answers the caller of the context; undefined if the route answers
 * 404. Throws all other errors of the read, including 401.
 */
export type ReadResource = (read: RepeatableCall, ctx: Context) => Promise<string | undefined>;

/** Returns the function that runs reads of the given routes. */
export function resourceReader(kernel: Invoking, routes: readonly Route[]): ReadResource {
  const byLine = new Map(routes.map((route) => [route.line, route]));
  return async ({ line, args }, ctx) => {
    const route = byLine.get(line);
    if (!route || route.operation.kind !== "query") throw new Error(`no query has the route ${line}`);
    try {
      return route.write(await invoke(kernel, { route, args, ctx: { ...ctx, selection: undefined } }));
    } catch (error) {
      if (error instanceof WebapiError && error.status === 404) return undefined;
      throw error;
    }
  };
}
