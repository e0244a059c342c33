import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bulkSegments } from "../../src/http/address.js";
import type { Route } from "../../src/contract/operations.js";
import { byPermission, eachLack, fingerprint, refusal, send, setStage, type Stage } from "./callers.js";
import { keyOf } from "./contract.js";

let stage: Stage;
let before: readonly string[];

beforeAll(async () => {
  stage = await setStage();
  await eachLack(stage, [], () => Promise.resolve([]));
  before = await fingerprint(stage.app);
});
afterAll(() => stage.app[Symbol.asyncDispose]());

/** The REST doors of a route, with something in each parameter's place. */
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

/** A body that can be read by no operation: whoever is let in gets as far as a 400, and has changed nothing. */
const broken = "{";

/** What is wrong with the answers of all doors of a route to all callers, in words. */
async function faultsOf(route: Route): Promise<string[]> {
  const asked = stage.callers.flatMap((caller) => formsOf(route).map(([door, path]) => ({ caller, door, path })));
  const faults = await Promise.all(
    asked.map(async ({ caller, door, path }) => {
      const body = route.method === "GET" ? {} : { body: broken };
      const answer = await send(stage.app.url + path, { method: route.method, ...body }, caller.token);
      const isLetIn = caller.mayPass(route.permission);
      const isRight = isLetIn
        ? route.method === "GET"
          ? answer.status !== 401 && answer.status < 500
          : answer.status === 400
        : JSON.stringify(answer) === JSON.stringify(refusal(route.permission));
      if (isRight) return [];
      const what = `${caller.name} ${isLetIn ? "is not let in" : "is not refused"}`;
      return [`${keyOf(route)} (${door}): ${what}: ${answer.status} ${JSON.stringify(answer.body)}`];
    }),
  );
  return faults.flat();
}

describe("the REST, async and bulk doors let in whom the permission names, and nobody else", () => {
  it.each(byPermission.map((route) => [keyOf(route), route] as const))("%s", async (_, route) => {
    expect(await eachLack(stage, route.permission, () => faultsOf(route))).toEqual([]);
  });

  it("and have changed no row of any table", async () => {
    expect(await fingerprint(stage.app)).toEqual(before);
  });
});
