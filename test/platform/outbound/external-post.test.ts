import { getEventListeners, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postExternal } from "../../../src/platform/outbound/external-post.js";

const settings = { PORTICO_CALLBACK_PRIVATE: true };
const server = createServer((request, response) => {
  if (request.url === "/silent") return;
  request.resume().on("end", () => response.end());
});
let url: string;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe("a post to another host", () => {
  it("leaves nothing behind in the signal that aborts it", async () => {
    const { signal } = new AbortController();
    const post = () => postExternal(new URL(url), { headers: {}, body: "{}", timeout: 10_000, settings, signal });
    expect(await Promise.all([post(), post(), post()])).toEqual([200, 200, 200]);
    await expect.poll(() => getEventListeners(signal, "abort").length).toBe(0);
    expect(dependents(signal)).toBe(0);
  });

  it("fails when the receiver does not answer in time", async () => {
    const post = postExternal(new URL(`${url}/silent`), { headers: {}, body: "{}", timeout: 50, settings });
    await expect(post).rejects.toThrow("No response within 50 ms.");
  });

  it("ends when its signal is aborted", async () => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const post = postExternal(new URL(`${url}/silent`), { headers: {}, body: "{}", timeout: 60_000, settings, signal });
    stopping.abort();
    await expect(post).rejects.toThrow("aborted");
  });
});

/** Returns the number of signals that `AbortSignal.any` derived from a signal. */
function dependents(signal: AbortSignal): number {
  const key = Object.getOwnPropertySymbols(signal).find(({ description }) => description === "kDependantSignals");
  const found = key ? (Reflect.get(signal, key) as { readonly size: number } | undefined) : undefined;
  return found?.size ?? 0;
}
