import { describe, expect, it } from "vitest";
import { parseQuery } from "../../../src/api/http/query.js";

describe("a query string", () => {
  it.each(["searchCriteria&searchCriteria[pageSize]=1", "searchCriteria=&searchCriteria%5BpageSize%5D=1"])(
    "drops the empty value of a name with keys: %s",
    (query) => {
      expect(parseQuery(query)).toEqual({ searchCriteria: { pageSize: "1" } });
    },
  );

  it("keeps the last value of a repeated name, appends to a list, and ignores blanks before a name", () => {
    expect(parseQuery("a=1&a=2&+b=3&%20c[d]=4&l[]=x&l[]=y&l[5]=z&l[]=w")).toEqual({
      ...{ a: "2", b: "3", c: { d: "4" } },
      l: { 0: "x", 1: "y", 5: "z", 6: "w" },
    });
    expect(parseQuery("a[b]=1&a=2")).toEqual({ a: "2" });
  });

  it("keeps prototypes unchanged, brackets that are not closed, and a malformed encoding", () => {
    expect(parseQuery("__proto__[a]=1&b[__proto__][a]=1&c[=1&d=%zz&[e]=1")).toEqual({
      ...{ b: {}, "c[": "1", d: "%zz", "[e]": "1" },
    });
    expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
  });

  it("keeps a name without a value", () => {
    expect(parseQuery("searchCriteria&fields=a")).toEqual({ searchCriteria: "", fields: "a" });
  });

  it("appends to a list in linear time", () => {
    const pairs = Array.from({ length: 10_000 }, () => "a[][b]=1");
    const started = performance.now();
    const { a } = parseQuery(pairs.join("&")) as { a: object };
    const long = performance.now() - started;
    expect(Object.keys(a)).toHaveLength(10_000);
    const again = performance.now();
    for (let at = 0; at < 100; at += 1) parseQuery(pairs.slice(0, 100).join("&"));
    // A hundred lists of a hundred values; looking at all keys for each value takes a hundred times as long for one of 10,000.
    expect(long / (performance.now() - again)).toBeLessThan(30);
  });

  it("is parsed in linear time, however many names have no value", () => {
    const names = Array.from({ length: 100_000 }, (_, at) => `n${at}`);
    expect(parseQuery(`${names.join("&")}&searchCriteria[pageSize]=1`)).toHaveProperty("n1", "");
  });
});
