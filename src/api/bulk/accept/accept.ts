import { randomUUID } from "node:crypto";
import type { RateLimits } from "../../auth/limits/rate-limits.js";
import type { Config } from "../../../config.js";
import type { Db } from "../../../platform/db/database.js";
import { type Acceptance, type AsyncCall, acceptance } from "../../call/stored/async-queue.js";
import { inputError, WebapiError } from "../../call/errors.js";
import { isAdmitted } from "../../call/invoke.js";
import type { Arguments } from "../../call/method-call.js";
import { unauthorized } from "../../call/unauthorized.js";
import type { Route } from "../../contract/routes/operations.js";
import { mapInSlices } from "../../../platform/process/slices.js";
import { snakeCase } from "../../call/spelling.js";
import { insertBulk, type NewBulk } from "./insert-bulk.sql.js";
import { callbackUrlOf } from "../callbacks/callback-url.js";
import { insertCallback } from "../callbacks/callbacks.sql.js";
import { orderingKeysOf } from "./ordering-keys.js";
import { type RelatedKeys, withRelatedKeys } from "./related-keys.js";
import { UserType } from "../../auth/actor.js";
import { bulkTokenHeader, readerHash, readerToken } from "../status/permission.js";
import { acceptOnce, idempotencyKeyOf, storeCodeOf } from "./idempotency.js";

type Element = Readonly<Record<string, unknown>>;

/** The parts of the process that accepting a call uses. */
export interface AcceptDependencies {
  readonly config: Config;
  readonly limits: RateLimits;
  readonly relatedKeys: RelatedKeys;
  /** Wakes the relay, because there are operations to announce. */
  readonly announce: () => void;
}

/**
 * Accepts an asynchronous or bulk call: checks every element as the synchronous call would, and writes the bulk with
 * all its operations in one statement. Throws 400, which names the element that cannot be accepted, and 429 if the
 * caller has too many operations in unfinished bulks; nothing is queued then.
 */
export async function acceptCall(call: AsyncCall, dependencies: AcceptDependencies): Promise<Acceptance> {
  const { headers, ctx } = call;
  const key = idempotencyKeyOf(headers);
  const callbackUrl = callbackUrlOf(headers, dependencies.config);
  const reader = ctx.actor.type === UserType.guest ? readerToken(key) : undefined;
  const bulk = await bulkOf(call, dependencies, reader);
  if (call.mode === "bulk") await dependencies.limits.countElements(ctx, bulk.payloads.length, ctx.exchange?.response);
  const write = async (db: Db): Promise<void> => {
    if (!(await insertBulk(db, bulk))) throw tooManyOpen(bulk.maxOpen);
    if (callbackUrl) await insertCallback(db, { id: randomUUID(), bulk: bulk.uuid, url: callbackUrl });
    db.afterCommit(dependencies.announce);
  };
  const accept = async (): Promise<Acceptance> => {
    if (key !== undefined) return acceptOnce({ ctx, key, bulk }, write);
    await (callbackUrl === undefined ? write(ctx.db) : ctx.db.transaction(write));
    return acceptance(bulk.uuid, bulk.payloads.length);
  };
  const accepted = await accept();
  if (reader !== undefined) ctx.exchange?.response.setHeader(bulkTokenHeader, reader);
  return accepted;
}

/** Reads the arguments of every element. Throws the errors that accepting the call would throw for them. */
export const readCall = async (call: AsyncCall, config: Config): Promise<readonly Arguments[]> =>
  (await readElements(call, config)).calls;

async function readElements(call: AsyncCall, config: Config) {
  const { route } = call;
  const elements = call.mode === "bulk" ? elementsOf(call, maxElements(config)) : [singleElement(call)];
  const calls = await mapInSlices(elements, (element, index) => {
    try {
      return argumentsOf(route, element);
    } catch (error) {
      throw call.mode === "bulk" ? elementError(error, index) : error;
    }
  });
  await checkAdmission(call, calls, config);
  return { elements, calls };
}

async function bulkOf(
  call: AsyncCall,
  { config, relatedKeys }: AcceptDependencies,
  reader: string | undefined,
): Promise<NewBulk> {
  const { route, ctx } = call;
  const { elements, calls } = await readElements(call, config);
  const keys = await mapInSlices(calls, (args) => orderingKeysOf(route, args, ctx.actor));
  return {
    uuid: randomUUID(),
    route: route.line,
    topic: route.topic ?? "",
    actor: ctx.actor,
    storeCode: storeCodeOf(ctx),
    storeId: ctx.scope.storeId,
    requestId: ctx.requestId,
    traceparent: ctx.traceparent ?? null,
    payloads: await mapInSlices(elements, (element) => JSON.stringify(element)),
    keys: await withRelatedKeys(ctx.db, { route, related: relatedKeys }, keys),
    readerHash: reader === undefined ? null : readerHash(reader),
    maxOpen: config.PORTICO_OPEN_OPERATIONS,
  };
}

/** Returns the maximum elements of a bulk. A larger bulk would always be rejected. */
const maxElements = ({ PORTICO_BULK_LIMIT, PORTICO_OPEN_OPERATIONS, PORTICO_BULK_RATE }: Config) =>
  Math.min(PORTICO_BULK_LIMIT, PORTICO_OPEN_OPERATIONS, PORTICO_BULK_RATE || Infinity);

/** Seconds after which a caller with too many operations in unfinished bulks may try again. */
const retryAfterSeconds = 5;

/** 429 for a caller whose unfinished bulks would exceed the limit of operations in them. */
const tooManyOpen = (limit: number) =>
  new WebapiError(
    "TOO_MANY_REQUESTS",
    "The call would exceed your limit of %limit operations in unfinished bulks. Try again in %seconds seconds.",
    {
      parameters: { limit, seconds: retryAfterSeconds },
      retryAfter: retryAfterSeconds,
    },
  );

/** Reads the arguments of a route's operation from an element. Throws the errors of the synchronous call. */
export const argumentsOf = (route: Route, element: Element) =>
  route.read({ body: element, query: {}, path: pathOf(route, element) });

/**
 * Throws the 401 of the route if the route admits callers by their arguments and some element does not admit this
 * caller.
 */
async function checkAdmission(
  { route, ctx, mode }: AsyncCall,
  calls: readonly Arguments[],
  config: Config,
): Promise<void> {
  if (!route.admit || isAdmitted(route, ctx.actor, config)) return;
  const rejectedIndex = (await route.admit(calls, ctx)).indexOf(false);
  if (rejectedIndex < 0) return;
  const error = unauthorized(route.permission, ctx);
  throw mode === "bulk" ? elementError(error, rejectedIndex) : error;
}

/**
 * Returns the single element of an asynchronous call: its body, with the path parameters that the body itself does not
 * have.
 */
function singleElement({ body, path }: AsyncCall): Element {
  return { ...path, ...(isObject(body) ? body : {}) };
}

/**
 * Returns the elements of a bulk. As in Magento, the values of an object sent in place of the list are the elements;
 * they are rarely valid.
 */
function elementsOf({ body }: AsyncCall, limit: number): Element[] {
  const elements: readonly unknown[] = Array.isArray(body) ? body : Object.values(isObject(body) ? body : {});
  if (elements.length > limit) {
    throw inputError("A bulk may have at most %limit elements; this one has %count.", {
      limit,
      count: elements.length,
    });
  }
  return elements.map((element, index) => {
    if (isObject(element) && !Array.isArray(element)) return element;
    throw elementError(inputError("An element must be an object."), index);
  });
}

const isObject = (value: unknown): value is Element => typeof value === "object" && value !== null;

/** Returns the path parameters of an element, from its own keys. */
function pathOf(route: Route, element: Element): Record<string, string> {
  const path: Record<string, string> = {};
  for (const name of route.parameters) {
    const value = element[name] ?? element[snakeCase(name)];
    if (typeof value === "string" || typeof value === "number") path[name] = String(value);
  }
  return path;
}

/** Returns the same error with the position of its element. Other errors than `WebapiError` are returned unchanged. */
function elementError(error: unknown, index: number): unknown {
  if (!(error instanceof WebapiError)) return error;
  return new WebapiError(error.code, "Error processing %key element of input data: %details", {
    parameters: { key: index, details: error.message },
    cause: error.cause,
  });
}
