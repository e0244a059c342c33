import type { GraphQLResolveInfo, GraphQLSchema } from "graphql";
import { admits } from "../auth/actor.js";
import type { Config } from "../config.js";
import type { Context } from "./context.js";
import { notAuthorized } from "./errors.js";
import { unauthorized } from "./unauthorized.js";
import { collectOperations, type Operation, type Route } from "../contract/operations.js";
import type { Arguments } from "./method-call.js";
import { Selection } from "./selection.js";

/** Whether the route lets this caller in. */
export function isAdmitted(route: Route, { actor, config }: Pick<Context, "actor" | "config">): boolean {
  if (route.edition === "commerce" && config.PORTICO_EDITION !== "commerce") return false;
  return admits(route.permission, actor) || (route.publicRead && config.PORTICO_ANONYMOUS_CATALOG);
}

/**
 * Throws the 401 of the route's permission unless the route lets this caller in. While the arguments are unknown, it passes
 * a caller whom they may still let in.
 */
export async function authorize(route: Route, ctx: Context, args?: Arguments): Promise<void> {
  if (isAdmitted(route, ctx)) return;
  if (route.admit && (args === undefined || (await route.admit(args, ctx)))) return;
  throw unauthorized(route.permission, ctx);
}

/** A call of an operation by one of its routes. */
export interface Call {
  readonly route: Route;
  readonly args: Arguments;
  readonly ctx: Context;
}

/**
 * The one way to a resolver, for every transport. A mutation runs in a transaction, unless it begins its own, and in this
 * transaction the permission is decided and the bound arguments are resolved: nothing they rest on changes before the
 * mutation has run. Throws the 401 of the permission.
 */
export function invoke({ route, args, ctx }: Call): Promise<unknown> {
  const { operation } = route;
  const run = async (within: Context): Promise<unknown> => {
    await authorize(route, within, args);
    const bound = await boundArguments(route, { args, ctx: within });
    return operation.resolve(undefined, bound, within, {} as GraphQLResolveInfo);
  };
  if (operation.kind === "query" || operation.ownTransaction) return run(ctx);
  return ctx.db.transaction((db) => run({ ...ctx, db }));
}
/** The arguments with the bound ones put in place of whatever was sent for them. */
export async function boundArguments(route: Route, { args, ctx }: Pick<Call, "args" | "ctx">): Promise<Arguments> {
  const binders = Object.entries(route.bind);
  if (binders.length === 0) return args;
  const result: Record<string, unknown> = { ...args };
  for (const [name, binder] of binders) {
    const [argument = name, property] = name.split(".");
    if (property === undefined) {
      result[argument] = await binder(ctx.actor, ctx, args[argument]);
    } else {
      const object = (result[argument] ?? {}) as Readonly<Record<string, unknown>>;
      result[argument] = { ...object, [property]: await binder(ctx.actor, ctx, object[property]) };
    }
  }
  return result;
}

/** Collects the operations and puts `invoke` in front of every root field: GraphQL has no other way to a resolver. */
export function guard(schema: GraphQLSchema): Operation[] {
  const operations = collectOperations(schema);
  for (const operation of operations) {
    // eslint-disable-next-line max-params -- graphql-js calls it so
    operation.field.resolve = (_root, args: Arguments, ctx, info) =>
      invoke({ route: routeFor(operation, ctx), args, ctx: { ...ctx, selection: Selection.of(info) } });
  }
  return operations;
}

/** Returns the first route that admits the caller, or else the first one, whose permission the error names. */
function routeFor({ routes }: Operation, ctx: Context): Route {
  const route = routes.find((candidate) => isAdmitted(candidate, ctx)) ?? routes[0];
  if (!route) throw notAuthorized([]);
  return route;
}

/** Names of the Magento modules that the routes belong to, in alphabetical order. */
export const modulesOf = (routes: readonly Route[]): string[] =>
  [...new Set(routes.map(({ contract }) => contract.split("\\").slice(0, 2).join("_")))].sort();

/** The routes of the installed edition. */
export const installedRoutes = (operations: readonly Operation[], config: Config) =>
  operations
    .flatMap((operation) => operation.routes)
    .filter((route) => route.edition === "open-source" || config.PORTICO_EDITION === "commerce");
