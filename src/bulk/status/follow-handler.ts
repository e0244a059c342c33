import type { IncomingHttpHeaders } from "node:http";
import type { Request, RequestHandler, Response } from "express";
import { type Address, readAddress } from "../../http/address.js";
import type { Context } from "../../call/context.js";
import { noRoute } from "../../call/errors.js";
import { authorize } from "../../call/invoke.js";
import type { Kernel } from "../../call/kernel.js";
import type { Route } from "../../contract/operations.js";
import { requestIdOf } from "../../http/request-id.js";
import { hasBulk } from "./bulk-status.sql.js";
import { EventStream } from "./event-stream.js";
import type { BulkWatch } from "./progress-watch.js";
import { unknownBulk } from "./unknown-bulk.js";

/** What following a bulk needs of the process. */
export interface FollowParts {
  readonly kernel: Kernel;
  readonly routes: readonly Route[];
  readonly watch: BulkWatch;
}

/**
 * Stands in front of the REST door for those who wait for a bulk: `GET /V1/bulk/<uuid>/events` streams how it gets on, and
 * `GET /V1/bulk/<uuid>/status` with `Prefer: wait=<seconds>` is answered once it is finished. Both have the permission of
 * the status.
 */
export function followDoor({ kernel, routes, watch }: FollowParts): RequestHandler {
  const route = routes.find(({ events }) => events !== undefined);
  if (!route) throw new Error("there is no route whose answer can be followed");
  return async (request, response, next) => {
    const wanted = request.method === "GET" ? wantedOf(request) : undefined;
    const seconds = waitOf(request.headers);
    if (!wanted || (wanted.what === "status" && seconds === undefined)) return next();
    if (wanted.what === "events") {
      await admit({ kernel, route, request, wanted });
      if (!(await hasBulk(kernel.db, wanted.bulk))) throw unknownBulk(wanted.bulk);
      return new EventStream(request, response, watch).run(wanted.bulk);
    }
    // What cannot be waited for is for the REST door to refuse.
    const isAdmitted = await admit({ kernel, route, request, wanted }).then(
      () => true,
      () => false,
    );
    if (isAdmitted && seconds !== undefined) {
      await finished(watch, { bulk: wanted.bulk, seconds, response });
      response.setHeader("Preference-Applied", `wait=${seconds}`);
      response.setHeader("Vary", "Prefer");
    }
    next();
  };
}

interface Wanted {
  readonly what: "status" | "events";
  readonly bulk: string;
  readonly code: Address["code"];
}

function wantedOf({ url }: Request): Wanted | undefined {
  const { code, mode, segments } = readAddress(url.split("?", 1)[0] ?? "");
  const [version, bulks, bulk, what, ...more] = segments;
  if (mode !== "sync" || version !== "V1" || bulks !== "bulk" || !bulk || more.length > 0) return undefined;
  return what === "status" || what === "events" ? { what, bulk: bulk.toLowerCase(), code } : undefined;
}

interface Asked {
  readonly kernel: Kernel;
  readonly route: Route;
  readonly request: Request;
  readonly wanted: Wanted;
}

/** Throws what the REST door would: 404 for an unknown store view, 401 for those whom the status refuses. */
async function admit({ kernel, route, request, wanted }: Asked): Promise<void> {
  const scope = await kernel.scopeOf(wanted.code);
  if (!scope) throw noRoute();
  const { actor, reason } = await kernel.authenticate(request);
  const requestId = requestIdOf(request);
  const ctx: Context = { ...kernel, actor, reason, scope, requestId, log: kernel.log.child({ requestId }) };
  await authorize(route, ctx, { bulkUuid: wanted.bulk });
}

const longestWait = 60;

/** The seconds of `Prefer: wait=<seconds>` (RFC 7240, 4.3), a minute at most; undefined where there is none. */
export function waitOf({ prefer }: IncomingHttpHeaders): number | undefined {
  if (prefer === undefined) return undefined;
  for (const preference of String(prefer).split(",")) {
    const seconds = /^\s*wait\s*=\s*"?(\d+)"?\s*(?:;|$)/i.exec(preference)?.[1];
    if (seconds !== undefined) return Math.min(Number(seconds), longestWait);
  }
  return undefined;
}

interface Waiting {
  readonly bulk: string;
  readonly seconds: number;
  readonly response: Response;
}

/** Resolves when the bulk is finished, the time is over, the caller has gone or this process stops. */
function finished(watch: BulkWatch, { bulk, seconds, response }: Waiting): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      response.off("close", end);
      unfollow();
      resolve();
    };
    const timer = setTimeout(end, seconds * 1000);
    response.once("close", end);
    const unfollow = watch.follow(bulk, (progress) => {
      if (!progress || progress.isFinished) queueMicrotask(end);
    });
  });
}
