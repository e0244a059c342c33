import { randomUUID } from "node:crypto";
import { inputError, WebapiError } from "../webapi/errors.js";
import type { Answer } from "../webapi/failure.js";
import type { Route } from "../webapi/operations.js";
import { snakeCase } from "../webapi/operations.js";
import type { Compiled, DeferredCall } from "../webapi/rest-door.js";
import { insertBulk } from "./bulk.rows.js";
import { type Entity, entityOf } from "./entity.js";

type Element = Readonly<Record<string, unknown>>;

/** What accepting needs of the process. */
export interface Acceptance {
  readonly compiled: ReadonlyMap<Route, Compiled>;
  /** Tells the relay that there are operations to announce. */
  readonly announce: () => void;
}

/**
 * Accepts a call of the asynchronous or bulk door: checks every element as the synchronous call would, and writes the
 * bulk with all its operations in one statement. 400 names the element that cannot be accepted; then nothing is queued.
 */
export async function acceptDeferred(call: DeferredCall, { compiled, announce }: Acceptance): Promise<Answer> {
  const { route, ctx } = call;
  const reader = compiled.get(route)?.reader;
  if (!reader) throw new Error(`${route.method} ${route.path} has no reader`);
  const elements = call.door === "bulk" ? elementsOf(call) : [single(call)];
  const entities = elements.map((element, index): Entity => {
    try {
      return entityOf(route, reader({ body: element, query: {}, path: pathOf(route, element) }));
    } catch (error) {
      throw call.door === "bulk" ? ofElement(error, index) : error;
    }
  });
  const uuid = randomUUID();
  const traceparent = call.headers["traceparent"];
  await insertBulk(ctx.db, {
    uuid,
    route: `${route.method} ${route.path}`,
    topic: route.topic ?? "",
    actor: ctx.actor,
    storeCode: ctx.scope.given === "none" ? null : ctx.scope.given === "all" ? "all" : ctx.scope.code,
    requestId: ctx.requestId,
    traceparent: typeof traceparent === "string" ? traceparent : null,
    payloads: elements.map((element) => JSON.stringify(element)),
    entities,
  });
  announce();
  return { status: 202, json: JSON.stringify(acceptance(uuid, elements.length)) };
}

const acceptance = (bulk_uuid: string, count: number) => ({
  bulk_uuid,
  request_items: Array.from({ length: count }, (_, id) => ({ id, data_hash: null, status: "accepted" })),
  errors: false,
});

/** One call is one element: its body, with the path's parameters where the body does not name them itself. */
function single({ body, path }: DeferredCall): Element {
  return { ...path, ...(isObject(body) ? body : {}) };
}

/** An object in place of the list is a list by its keys, as in Magento; its elements will hardly be what they should. */
function elementsOf({ body, ctx }: DeferredCall): Element[] {
  const limit = ctx.config.PORTICO_BULK_LIMIT;
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
export function pathOf(route: Route, element: Element): Record<string, string> {
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
  return new WebapiError(error.status, error.code, "Error processing %key element of input data: %details", {
    parameters: { key: index, details: error.message },
    cause: error.cause,
  });
}
