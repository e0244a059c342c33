import type { GraphQLResolveInfo, GraphQLSchema } from "graphql";
import { admits } from "../auth/actor.js";
import type { Config } from "../config.js";
import type { Context } from "./context.js";
import { notAuthorized } from "./errors.js";
import { refusal } from "./unauthorized.js";
import { collectOperations, type Operation, type Route } from "../contract/operations.js";
import type { Arguments } from "./method-call.js";
import { Selection } from "./selection.js";

/** Whether the route lets this caller in. */
export function isAdmitted(route: Route, { actor, config }: Pick<Context, "actor" | "config">): boolean {
  if (route.edition === "commerce" && config.PORTICO_EDITION !== "commerce") return false;
  return admits(route.permission, actor) || (route.publicRead && config.PORTICO_ANONYMOUS_CATALOG);
}

/**
 * Throws the 401 of the route's permission unless the route lets this caller in. Before the arguments are known, it lets
 * pass where they may still decide.
 */
export async function authorize(route: Route, ctx: Context, args?: Arguments): Promise<void> {
  if (isAdmitted(route, ctx)) return;
  if (route.admit && (args === undefined || (await route.admit(args, ctx)))) return;
  throw refusal(route.permission, ctx);
}

/** A call of an operation: through the route that it came by, or, from GraphQL, any that admits the caller. */
export interface Call {
  readonly operation: Operation;
  readonly args: Arguments;
  readonly ctx: Context;
  readonly route?: Route;
}

/**
 * The one way to a resolver, for every transport: decides the permission, forces the arguments that the caller's identity
 * gives, and runs a mutation in a transaction unless it begins its own. Throws the 401 of the permission when no route admits the caller.
 */
export async function invoke(call: Call): Promise<unknown> {
  const { operation, ctx } = call;
  const route = call.route ?? operation.routes.find((candidate) => isAdmitted(candidate, ctx)) ?? operation.routes[0];
  if (!route) throw notAuthorized([]);
  await authorize(route, ctx, call.args);
  const args = await boundArguments(route, call);
  const run = (within: Context) => operation.resolve(undefined, args, within, {} as GraphQLResolveInfo);
  if (operation.kind === "query" || operation.ownTransaction) return run(ctx);
  return ctx.db.transaction(async (db) => run({ ...ctx, db }));
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

/** Collects the operations and puts `invoke` in front of every root field, so that GraphQL has no way around it. */
export function guard(schema: GraphQLSchema): Operation[] {
  const operations = collectOperations(schema);
  for (const operation of operations) {
    // eslint-disable-next-line max-params -- graphql-js calls it so
    operation.field.resolve = (_root, args: Arguments, ctx, info) =>
      invoke({ operation, args, ctx: { ...ctx, selection: Selection.of(info) } });
  }
  return operations;
}

/** Names of the Magento modules that the routes belong to, in alphabetical order. */
export const modulesOf = (routes: readonly Route[]): string[] =>
  [...new Set(routes.map(({ contract }) => contract.split("\\").slice(0, 2).join("_")))].sort();

/** The routes of the installed edition. */
export const installedRoutes = (operations: readonly Operation[], config: Config) =>
  operations
    .flatMap((operation) => operation.routes)
    .filter((route) => route.edition === "open-source" || config.PORTICO_EDITION === "commerce");
