import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { longPages, readAll } from "../../../src/extras/magento-import/shops/pages.js";
import { RemoteShop } from "../../../src/extras/magento-import/shops/remote-shop.js";
import type { Shop } from "../../../src/extras/magento-import/shops/shop.js";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts a server and returns its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const shopAt = (url: string, limits: { maxBytes?: number; timeout?: number } = {}) =>
  new RemoteShop({ url, access: "token", parallel: 1, ...limits });

it("follows a redirect on the same host, and sends the token again", async () => {
  const seen: unknown[] = [];
  const url = await serve(({ url: path, headers }, response) => {
    seen.push([path, headers.authorization]);
    if (path === "/rest/all/V1/modules") response.writeHead(301, { Location: "/index.php/modules" }).end();
    else response.end("[1]");
  });
  expect(await shopAt(url).get("/modules")).toEqual([1]);
  expect(seen).toEqual([
    ["/rest/all/V1/modules", "Bearer token"],
    ["/index.php/modules", "Bearer token"],
  ]);
});

it("does not follow a redirect to another host or port, or to the same address for ever", async () => {
  let calls = 0;
  const other = await serve((_request, response) => {
    calls += 1;
    response.end("[]");
  });
  for (const target of [other, other.replace("127.0.0.1", "localhost"), "ftp://127.0.0.1/"]) {
    const url = await serve((_request, response) => void response.writeHead(302, { Location: target }).end());
    await expect(shopAt(url).get("/modules")).rejects.toThrow(`${url} redirects to `);
    await expect(shopAt(url).file(`${url}/image.png`)).rejects.toThrow(`${url} redirects to `);
  }
  expect(calls).toBe(0);
  const circle = await serve((_request, response) => void response.writeHead(302, { Location: "/again" }).end());
  await expect(shopAt(circle).get("/modules")).rejects.toThrow("redirects too often");
});

it("stops reading an answer that is too long", async () => {
  let sent = 0;
  const url = await serve((_request, response) => {
    const write = (): void => {
      sent += 1000;
      if (!response.destroyed) response.write("x".repeat(1000), write);
    };
    write();
  });
  await expect(shopAt(url, { maxBytes: 5000 }).get("/modules")).rejects.toThrow(
    "/rest/all/V1/modules answered more than 5000 bytes.",
  );
  expect(sent).toBeLessThan(50_000_000);
});

it("does not wait longer than the timeout for an answer that trickles", async () => {
  const timers: NodeJS.Timeout[] = [];
  closing.push(() => timers.forEach(clearInterval));
  const url = await serve((_request, response) => void timers.push(setInterval(() => response.write(" "), 10)));
  await expect(shopAt(url, { timeout: 200 }).file(`${url}/image.png`)).rejects.toThrow("did not respond");
});

/** Returns a shop whose every page is the same. */
const repeating = (items: readonly object[]): Shop => ({
  get: () => Promise.resolve({ items, total_count: Number.MAX_SAFE_INTEGER }),
  ask: () => Promise.resolve([]),
});
const items = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

it("stops at pages that never end or are longer than asked for", async () => {
  await expect(readAll(repeating(items(200)), "/groups")).rejects.toThrow("/groups has more than 200000 items.");
  await expect(readAll(repeating(items(201)), "/groups")).rejects.toThrow("answered 201 items for a page of 200");
  const list = { path: "/products", idField: "entity_id", idKey: "id", keyOf: () => "" };
  const pagesOf = async (source: Shop) => {
    let count = 0;
    const reading = { source: { ...source, file: () => Promise.reject(new Error("no files")) }, from: null, size: 5 };
    for await (const page of longPages(list, reading as never)) count += page.items.length;
    return count;
  };
  await expect(pagesOf(repeating(items(5)))).rejects.toThrow("/products answered the id 5 after 5");
  await expect(pagesOf(repeating(items(6)))).rejects.toThrow("answered 6 items for a page of 5");
});
