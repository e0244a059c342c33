import { describe, expect, it } from "vitest";
import { parseQuery } from "../../../src/api/http/query.js";

describe("a query string", () => {
  it.each(["searchCriteria&searchCriteria[pageSize]=1", "searchCriteria=&searchCriteria%5BpageSize%5D=1"])(
    "drops the empty value of a name with keys: %s",
    (query) => {
      expect(parseQuery(query)).toEqual({ searchCriteria: { pageSize: "1" } });
    },
  );

  it("keeps a name without a value", () => {
    expect(parseQuery("searchCriteria&fields=a")).toEqual({ searchCriteria: "", fields: "a" });
  });

  it("is parsed in linear time, however many names have no value", () => {
    const names = Array.from({ length: 100_000 }, (_, at) => `n${at}`);
    expect(parseQuery(`${names.join("&")}&searchCriteria[pageSize]=1`)).toHaveProperty("n1", "");
  });
});
