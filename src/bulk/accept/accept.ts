import { randomUUID } from "node:crypto";
import type { Config } from "../../config.js";
import type { Db } from "../../db/database.js";
import type { Acceptance, AsyncCall } from "../../call/async-queue.js";
import { inputError, WebapiError } from "../../call/errors.js";
import { authorize, boundArguments } from "../../call/invoke.js";
import type { Route } from "../../contract/operations.js";
import { snakeCase } from "../../call/read.js";
import { acceptance } from "./acceptance.js";
import { insertBulk, type NewBulk } from "../queue/operations.sql.js";
import { callbackUrlOf } from "../../outbound/callback-address.js";
import { insertCallback } from "../callbacks/callbacks.sql.js";
import { type Entity, entityOf } from "./ordering-keys.js";
import { acceptOnce, idempotencyKeyOf } from "./idempotency.sql.js";

type Element = Readonly<Record<string, unknown>>;

/** What accepting needs of the process. */
export interface AcceptParts {
  readonly config: Config;
  /** Tells the relay that there are operations to announce. */
  readonly announce: () => void;
}

/**
 * Accepts a call of the asynchronous or bulk door: checks every element as the synchronous call would, and writes the
 * bulk with all its operations in one statement. 400 names the element that cannot be accepted; then nothing is queued.
 */
export async function acceptCall(call: AsyncCall, parts: AcceptParts): Promise<Acceptance> {
  const { headers, ctx } = call;
  const key = idempotencyKeyOf(headers);
  const callbackUrl = callbackUrlOf(headers, parts.config);
  const bulk = await bulkOf(call, parts.config);
  const write = async (db: Db): Promise<void> => {
    await insertBulk(db, bulk);
    if (callbackUrl) await insertCallback(db, { id: randomUUID(), bulk: bulk.uuid, url: callbackUrl });
    db.afterCommit(parts.announce);
  };
  if (key !== undefined) return acceptOnce(ctx.db, { key, bulk }, write);
  await (callbackUrl === undefined ? write(ctx.db) : ctx.db.transaction(write));
  return acceptance(bulk.uuid, bulk.payloads.length);
}

async function bulkOf(call: AsyncCall, config: Config): Promise<NewBulk> {
  const { route, ctx } = call;
  const elements = call.mode === "bulk" ? elementsOf(call, config.PORTICO_BULK_LIMIT) : [single(call)];
  const entities: Entity[] = [];
  for (const [index, element] of elements.entries()) {
    try {
      const args = argumentsOf(route, element);
      // Where the arguments decide who is let in, the door could not tell yet.
      if (route.admit) await authorize(config, { route, ctx, args });
      entities.push(entityOf(route, await boundArguments(route, { args, ctx })));
    } catch (error) {
      throw call.mode === "bulk" ? ofElement(error, index) : error;
    }
  }
  return {
    uuid: randomUUID(),
    route: route.line,
    topic: route.topic ?? "",
    actor: ctx.actor,
    storeCode: ctx.scope.given === "none" ? null : ctx.scope.given === "all" ? "all" : ctx.scope.code,
    requestId: ctx.requestId,
    traceparent: ctx.traceparent ?? null,
    payloads: elements.map((element) => JSON.stringify(element)),
    entities,
  };
}

/** Reads the arguments of a route's operation from an element. Throws what the synchronous call would. */
export const argumentsOf = (route: Route, element: Element) =>
  route.read({ body: element, query: {}, path: pathOf(route, element) });

/** One call is one element: its body, with the path's parameters where the body does not name them itself. */
function single({ body, path }: AsyncCall): Element {
  return { ...path, ...(isObject(body) ? body : {}) };
}

/** An object in place of the list is a list by its keys, as in Magento; its elements will hardly be what they should. */
function elementsOf({ body }: AsyncCall, limit: number): Element[] {
  const elements: readonly unknown[] = Array.isArray(body) ? body : Object.values(isObject(body) ? body : {});
  if (elements.length > limit) {
    throw inputError("A bulk may have %limit elements at most; this one has %count.", {
      limit,
      count: elements.length,
    });
  }
  return elements.map((element, index) => {
    if (isObject(element) && !Array.isArray(element)) return element;
    throw ofElement(inputError("An element must be an object."), index);
  });
}

const isObject = (value: unknown): value is Element => typeof value === "object" && value !== null;

/** The parameters that a path would have held, from an element's own keys. */
function pathOf(route: Route, element: Element): Record<string, string> {
  const path: Record<string, string> = {};
  for (const name of route.parameters) {
    const value = element[name] ?? element[snakeCase(name)];
    if (typeof value === "string" || typeof value === "number") path[name] = String(value);
  }
  return path;
}

/** The same refusal, saying which element it is about. */
function ofElement(error: unknown, index: number): unknown {
  if (!(error instanceof WebapiError)) return error;
  return new WebapiError(error.code, "Error processing %key element of input data: %details", {
    parameters: { key: index, details: error.message },
    cause: error.cause,
  });
}
