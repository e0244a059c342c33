import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { authorize } from "../../../call/invoke.js";
import type { Route } from "../../../contract/routes/operations.js";
import { type Endpoint, type EndpointDependencies, syncEndpoint } from "../../../http/endpoint.js";
import { hasBulk } from "../bulk-status.sql.js";
import { EventStream } from "./event-stream.js";
import type { BulkWatch } from "./progress-watch.js";
import { unknownBulk } from "../permission.js";

/**
 * Makes the endpoints of a route whose answer can be followed: `…/events` streams the progress of a bulk, and the route
 * itself, called with `Prefer: wait=<seconds>`, answers once the bulk is finished. Both require the permission of the
 * route.
 */
export function followEndpoints(route: Route, process: FollowableProcess): Endpoint[] {
  const { events } = route;
  return events === undefined ? [] : [eventsEndpoint(route, events, process), waitingEndpoint(route, process)];
}

/** The parts of the process that these endpoints use. */
export interface FollowableProcess extends EndpointDependencies {
  readonly watch: BulkWatch;
}

const eventsEndpoint = (route: Route, path: string, { kernel, watch }: FollowableProcess): Endpoint => ({
  method: "GET",
  segments: path.split("/").slice(1),
  ignoresAccept: true,
  async answer({ ctx, exchange, parameters }) {
    const { bulk, args } = bulkOf(parameters);
    await authorize(kernel.config, { route, ctx, args });
    if (!(await hasBulk(ctx.db, bulk))) throw unknownBulk(bulk);
    new EventStream(exchange, watch).run(bulk);
    return undefined;
  },
});

function waitingEndpoint(route: Route, { kernel, queue, watch }: FollowableProcess): Endpoint {
  const status = syncEndpoint(route, { kernel, queue });
  return {
    ...status,
    async answer(call) {
      const { request, response } = call.exchange;
      const seconds = request.method === "GET" ? waitOf(request.headers) : undefined;
      if (seconds !== undefined) {
        const { bulk, args } = bulkOf(call.parameters);
        await authorize(kernel.config, { route, ctx: call.ctx, args });
        await waitUntilFinished(watch, { bulk, seconds, response });
        response.setHeader("Preference-Applied", `wait=${seconds}`);
        response.setHeader("Vary", "Prefer");
      }
      return status.answer(call);
    },
  };
}

function bulkOf(parameters: Readonly<Record<string, string>>) {
  const bulk = (parameters["bulkUuid"] ?? "").toLowerCase();
  return { bulk, args: { bulkUuid: bulk } };
}

const maxWaitSeconds = 60;

/** Reads the seconds of `Prefer: wait=<seconds>` (RFC 7240, 4.3), a minute at most; undefined if there is none. */
export function waitOf({ prefer }: IncomingHttpHeaders): number | undefined {
  if (prefer === undefined) return undefined;
  for (const preference of String(prefer).split(",")) {
    const seconds = /^\s*wait\s*=\s*"?(\d+)"?\s*(?:;|$)/i.exec(preference)?.[1];
    if (seconds !== undefined) return Math.min(Number(seconds), maxWaitSeconds);
  }
  return undefined;
}

interface Waiting {
  readonly bulk: string;
  readonly seconds: number;
  readonly response: ServerResponse;
}

/**
 * Resolves when the bulk is finished or unknown, the time is over, the caller has disconnected or this process stops.
 */
function waitUntilFinished(watch: BulkWatch, { bulk, seconds, response }: Waiting): Promise<void> {
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
