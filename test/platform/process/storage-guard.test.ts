import { requireWritable } from "../../../src/api/call/kernel.js";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { StorageGuard } from "../../../src/platform/process/storage-guard.js";
import { dataFolder, serveInProcess } from "../../cli/portico.js";

const json = { "Content-Type": "application/json" };

describe("a disk that is nearly full", () => {
  it("refuses writes with 507 and answers reads", async () => {
    await using folder = await dataFolder("prepared");
    // More than any disk has.
    const settings = { PORTICO_EMBEDDED_RESERVE: String(2 ** 50), PORTICO_ADMIN_PASSWORD: "correct-horse-1" };
    await using server = await serveInProcess(folder, settings);
    const write = () => fetch(`${server.rest}guest-carts`, { method: "POST", headers: json, body: "{}" });
    await expect.poll(async () => (await write()).status).toBe(507);
    const refused = await write();
    expect(refused.headers.get("Retry-After")).toBe("60");
    expect(await refused.json()).toEqual({
      message: "The disk of the service is nearly full. Try again in %seconds seconds.",
      parameters: { seconds: 60 },
    });
    const queued = await fetch(new URL("/rest/async/V1/guest-carts", server.rest), { method: "POST" });
    expect(queued.status).toBe(507);
    const graphql = async (query: string) =>
      fetch(new URL("/graphql", server.rest), { method: "POST", headers: json, body: JSON.stringify({ query }) });
    const mutation = await graphql("mutation { createGuestCart }");
    expect([mutation.status, mutation.headers.get("Retry-After")]).toEqual([507, "60"]);
    expect((await fetch(`${server.rest}directory/countries`)).status).toBe(200);
    const ready = await fetch(new URL("/health/ready", server.rest));
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ status: "warn", checks: { storage: { status: "warn" } } });
    expect(server.output()).toContain("the disk of the embedded database is nearly full, refusing writes");
  });

  it("accepts writes again when there is room", async () => {
    let free = 2000;
    const log = pino({ level: "silent" });
    const guard = new StorageGuard({ folder: "/", reserve: 1000, log, readFree: () => Promise.resolve(free) });
    const states: boolean[] = [];
    for (free of [2000, 999, 1050, 1101, 1050, 10]) {
      await guard.look();
      states.push(guard.isLow);
    }
    expect(states).toEqual([false, true, true, false, false, true]);
    expect(() => requireWritable({ storage: guard, schema: { difference: undefined } })).toThrow(
      "The disk of the service is nearly full. Try again in 60 seconds.",
    );
  });
});
