import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bulkSegments } from "../../src/api/http/address.js";
import type { Route } from "../../src/api/contract/routes/operations.js";
import {
  byPermission,
  forEachMissingResource,
  fingerprint,
  unauthorizedAnswer,
  send,
  setStage,
  type Stage,
} from "./callers.js";
import { keyOf } from "./contract.js";

let stage: Stage;
let before: readonly string[];

beforeAll(async () => {
  stage = await setStage();
  await forEachMissingResource(stage, [], () => Promise.resolve([]));
  before = await fingerprint(stage.app);
});
afterAll(() => stage.app[Symbol.asyncDispose]());

/** Returns the paths of a route in all modes, with a value for each parameter. */
function formsOf({ segments, queueable }: Route): readonly (readonly [mode: string, path: string])[] {
  const path = segments.map((segment) => (segment.startsWith(":") ? "1" : segment)).join("/");
  const sync = ["REST", `/rest/default/${path}`] as const;
  if (!queueable) return [sync];
  return [
    sync,
    ["async", `/rest/default/async/${path}`],
    ["bulk", `/rest/default/async/bulk/${bulkSegments(segments).join("/")}`],
  ];
}

/** A body that no operation can read: an admitted caller gets a 400 and changes nothing. */
const broken = "{";

/** Returns the faults in the answers of all modes of a route to all callers. */
async function faultsOf(route: Route): Promise<string[]> {
  const asked = stage.callers.flatMap((caller) => formsOf(route).map(([form, path]) => ({ caller, form, path })));
  const faults = await Promise.all(
    asked.map(async ({ caller, form, path }) => {
      const body = route.method === "GET" ? {} : { body: broken };
      const answer = await send(stage.app.url + path, { method: route.method, ...body }, caller.token);
      const isLetIn = caller.mayPass(route.permission);
      const isRight = isLetIn
        ? route.method === "GET"
          ? answer.status !== 401 && answer.status < 500
          : answer.status === 400
        : JSON.stringify(answer) === JSON.stringify(unauthorizedAnswer(route.permission));
      // Whoever has all resources passes `self`; what the caller would give is then missing (no call runs).
      const passesSelf = route.permission.includes("self") && form === "REST" && answer.status === 400;
      if (isRight || (passesSelf && caller.name === "an administrator with every resource")) return [];
      const what = `${caller.name} ${isLetIn ? "is not let in" : "is not refused"}`;
      return [`${keyOf(route)} (${form}): ${what}: ${answer.status} ${JSON.stringify(answer.body)}`];
    }),
  );
  return faults.flat();
}

describe("the synchronous, asynchronous and bulk endpoints", () => {
  it.each(byPermission.map((route) => [keyOf(route), route] as const))(
    "admit only callers with the permission: %s",
    async (_, route) => {
      expect(await forEachMissingResource(stage, [route.permission], () => faultsOf(route))).toEqual([]);
    },
  );

  it("change no row of any table for rejected or invalid calls", async () => {
    expect(await fingerprint(stage.app)).toEqual(before);
  });
});
