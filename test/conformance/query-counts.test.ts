import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { countedRows, decision, readRows } from "../../scripts/query-counts.js";

describe("the table of models and SQL in decision 0013", () => {
  const rows = readRows(readFileSync(decision, "utf8"));

  it("has the counts of the source (`npm run gen:counts` writes them)", () => {
    expect(rows.length).toBeGreaterThan(20);
    expect(rows).toEqual(countedRows(rows));
  });

  it("says why for each folder that has SQL", () => {
    expect(rows.filter(({ sql, why }) => sql > 0 && why === "")).toEqual([]);
  });
});
