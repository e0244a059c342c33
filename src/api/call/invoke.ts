import type { GraphQLSchema } from "graphql";
import { type Actor, admits, everything, UserType } from "../auth/actor.js";
import type { Config } from "../../config.js";
import type { Db } from "../../platform/db/database.js";
import { retryRead } from "../../platform/db/sql-errors.js";
import { boundArguments } from "./arguments/bound-arguments.js";
import type { Context } from "./context.js";
import { notAuthorized } from "./errors.js";
import { fieldResolver } from "./field-resolver.js";
import { recordLargeCall } from "./large-calls.sql.js";
import { afterRollback } from "./recorded-error.js";
import { unauthorized } from "./unauthorized.js";
import { collectOperations, type Operation, type Route } from "../contract/routes/operations.js";
import { withPageLimit } from "../search-criteria/page-limit.js";
import { type GraphqlContext, type Kernel, requireWritable } from "./kernel.js";
import type { Arguments } from "./method-call.js";
import { Selection } from "./answer/selection.js";

/** Whether the route admits the caller. */
export function isAdmitted(route: Route, actor: Actor, config: Config): boolean {
  if (route.edition === "commerce" && config.PORTICO_EDITION !== "commerce") return false;
  return admits(route.permission, actor) || (route.publicRead && config.PORTICO_ANONYMOUS_CATALOG);
}

/** Whether a caller who is no customer has all permissions of a route of customers, except to be one. */
export const lacksOwner = ({ permission }: Route, actor: Actor): boolean =>
  permission.includes("self") && actor.type !== UserType.customer && actor.resources.has(everything);

/** A call of an operation through one of its routes. */
export interface Call {
  readonly route: Route;
  readonly args: Arguments;
  readonly ctx: Context;
}

/**
 * Throws the 401 of the route's permission unless the route admits the caller. Without arguments, it passes a caller
 * who may be admitted because of them.
 */
export async function authorize(
  config: Config,
  { route, ctx, args }: Omit<Call, "args"> & Partial<Call>,
): Promise<void> {
  if (isAdmitted(route, ctx.actor, config)) return;
  if (route.admit && (args === undefined || (await route.admit([args], ctx))[0])) return;
  throw unauthorized(route.permission, ctx, settingFor(route));
}

/** Returns the setting that admits everybody to a route or an edge that can be public. */
export const settingFor = ({ publicRead }: { readonly publicRead?: boolean }) =>
  publicRead === true ? "PORTICO_ANONYMOUS_CATALOG" : undefined;

/** Throws 401 for a guest's bulk call, unless a setting allows them. */
export function authorizeBulk(config: Config, ctx: Context): void {
  if (ctx.actor.type === UserType.guest && !config.PORTICO_GUEST_BULK) throw unauthorized(["self"], ctx);
}

/**
 * Calls a resolver; no transport has another way to one. A mutation runs in a transaction unless it begins its own. The
 * permission is checked and bound arguments are resolved in the same transaction. A query that loses its connection is
 * run once more. Throws the 401 of the permission.
 */
export async function invoke(kernel: Invoking, given: Call): Promise<unknown> {
  if (given.ctx.isEnclosed || given.route.operation.kind === "query") return run(kernel, given);
  try {
    return await run(kernel, given);
  } catch (error) {
    throw await afterRollback(error, given.ctx.db);
  }
}

function run({ config, resolvers, standbyModules }: Invoking, { route, args, ctx }: Call): Promise<unknown> {
  const { target, call, kind, ownTransaction } = route.operation;
  const runWithin = async (within: Context): Promise<unknown> => {
    await authorize(config, { route, args, ctx: within });
    const bound = await boundArguments(route, withPageLimit(args, config), within);
    const runWith = async (db: Db) => call(resolvers.get(target), bound, db === within.db ? within : { ...within, db });
    // Rights and bound arguments are always read from the primary.
    if (kind === "query" && standbyModules.has(route.module)) return within.db.readFromStandby(runWith);
    return call(resolvers.get(target), bound, within);
  };
  if (kind === "query") return ctx.isEnclosed ? runWithin(ctx) : retryRead(() => runWithin(ctx));
  const known = { ...ctx, call: { line: route.line, args } };
  if (ownTransaction) return runWithin(known);
  return ctx.db.transaction(async (db) => {
    const answer = await runWithin({ ...known, db });
    await recordLargeCall(db, config, { route, args, ctx, answer });
    return answer;
  });
}

/** The parts of the process that calls of operations use. */
export type Invoking = Pick<Kernel, "config" | "resolvers" | "standbyModules">;

/** Collects the operations and makes every root field call `invoke`, so that GraphQL has no other way to a resolver. */
export function routeFieldsThroughInvoke(schema: GraphQLSchema): Operation[] {
  const operations = collectOperations(schema);
  for (const operation of operations) {
    operation.field.resolve = fieldResolver<unknown, GraphqlContext, Arguments>(({ args, ctx, info }) =>
      invokeByGraphql(operation, args, { ...ctx, selection: Selection.of(info) }),
    );
  }
  return operations;
}

/** Calls an operation through the first of its routes that admits the caller. */
export function invokeByGraphql(
  operation: Operation,
  args: Arguments,
  { kernel, ...ctx }: GraphqlContext,
): Promise<unknown> {
  if (operation.kind === "mutation") requireWritable(kernel);
  return invoke(kernel, {
    route: routeFor(operation, ctx.actor, kernel.config),
    args,
    ctx: { ...ctx, answersStored: true },
  });
}

/**
 * Returns the first route that admits the caller. If there is none, returns the first route, whose permission the error
 * will name.
 */
export function routeFor({ routes }: Operation, actor: Actor, config: Config): Route {
  const route = routes.find((candidate) => isAdmitted(candidate, actor, config)) ?? routes[0];
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
