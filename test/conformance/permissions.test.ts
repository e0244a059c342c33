import { afterAll, beforeAll, expect, it } from "vitest";
import { resourceIds } from "../../src/auth/acl.js";
import { everything } from "../../src/auth/actor.js";
import { startApp, type TestApp } from "../support/app.js";
import { keyOf } from "./contract.js";
import { declaredRoutes } from "./document.js";

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ PORTICO_EDITION: "commerce" });
});
afterAll(() => app[Symbol.asyncDispose]());

/** The path with something in each parameter's place; through `fetch`, since this sweep is no test of any single route. */
async function statusOf(method: string, path: string, token?: string): Promise<{ status: number; resources: unknown }> {
  const address = path.replace(/:[^/]+/g, "1");
  const response = await fetch(`${app.url}/rest/default${address}`, {
    method,
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
  });
  const { parameters } = (await response.json()) as { parameters?: { resources?: unknown } };
  return { status: response.status, resources: parameters?.resources };
}

// What decides by its arguments is tested where they are.
const guarded = declaredRoutes.filter(({ permission, admit }) => permission[0] !== "anonymous" && !admit);

it.each(guarded.map((route) => [keyOf(route), route] as const))(
  "%s refuses a guest, and names what it asks for",
  async (_, route) => {
    expect(await statusOf(route.method, route.path)).toEqual({ status: 401, resources: route.permission.join(", ") });
  },
);

it("refuses an administrator who holds every other resource, on every route", async () => {
  const asked = new Set(guarded.flatMap(({ permission }) => permission));
  const unasked = [...resourceIds].filter((id) => id !== everything && !asked.has(id));
  expect(unasked).not.toEqual([]);
  const clerk = await app.asAdmin(unasked);
  const letIn: string[] = [];
  for (const route of guarded) {
    if ((await statusOf(route.method, route.path, clerk.token)).status !== 401) letIn.push(keyOf(route));
  }
  expect(letIn).toEqual([]);
});
