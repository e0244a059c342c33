import { parse } from "graphql";
import { describe, expect, it } from "vitest";
import { documentBytes, documentCache, textCache } from "../../../src/api/graphql/documents/document-cache.js";
import { usedHeap } from "../../support/used-heap.js";

const aliases = (count: number, name: string) =>
  `query ${name} { ${Array.from({ length: count }, (_, index) => `a${index}: product(sku: "${name}") { sku name }`).join("\n")} }`;

describe("the cache of GraphQL documents", () => {
  it.each([
    ["short documents", 12_000, (name: string) => `query ${name} { storeConfig { code } }`],
    ["long documents", 60, (name: string) => aliases(900, name)],
    ["long texts", 300, (name: string) => `query ${name} { product(sku: "${"x".repeat(100_000)}") { sku } }`],
  ])("takes at most 20 MB of memory with many %s", async (_what, count, text) => {
    const cache = documentCache();
    await cache.set("first", parse(text("warm")));
    const before = usedHeap();
    for (let index = 0; index < count; index += 1) await cache.set(`q${index}`, parse(text(`q${index}`)));
    expect(usedHeap() - before).toBeLessThan(20 << 20);
    expect(await cache.get("first")).toBeUndefined();
    expect(await cache.get(`q${count - 1}`)).toBeDefined();
  });

  it("drops the document first that was not used for the longest time", async () => {
    const cache = documentCache();
    const large = parse(aliases(900, "large"));
    const fitting = Math.floor((16 << 20) / (documentBytes(large) + 300));
    for (let index = 0; index < fitting; index += 1) await cache.set(`q${index}`, large);
    await cache.get("q0");
    await cache.set("another", large);
    expect(await cache.get("q0")).toBe(large);
    expect(await cache.get("q1")).toBeUndefined();
    expect(await cache.delete("q0")).toBe(true);
    expect(await cache.get("q0")).toBeUndefined();
  });

  it("does not keep a text that is larger than all texts together may be", async () => {
    const cache = textCache();
    await cache.set("large", "x".repeat(3 << 20));
    await cache.set("small", "{ storeConfig { code } }");
    expect(await cache.get("large")).toBeUndefined();
    expect(await cache.get("small")).toBeDefined();
  });
});
