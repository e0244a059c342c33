import { expect, it } from "vitest";
import { countRows, failedRowsOf } from "../../../src/api/bulk/run/count-rows.js";

const failure = { message: "No product %SKU.", parameters: ["a"] };

it("counts the rows of a call whose only argument is a list, and the failures that it returns", () => {
  const args = { prices: [{}, {}, {}] };
  expect(countRows([failure], args)).toEqual({ total: 3, failed: 1 });
  expect(countRows([], args)).toEqual({ total: 3, failed: 0 });
});

it("counts no rows of other calls", () => {
  expect(countRows([], { product: {}, saveOptions: true })).toBeNull();
  expect(countRows([{ id: 1 }], { items: [{}] })).toBeNull();
  expect(countRows({ sku: "a" }, { items: [{}] })).toBeNull();
  expect(countRows(true, { items: [{}] })).toBeNull();
});

it("counts the rows of a part of a price file, and the prices of an undo", () => {
  const counts = { written: 4, deleted: 1, unchanged: 2, failed: 3, skipped: 1 };
  expect(countRows(counts, { part: 0 })).toEqual({ total: 11, failed: 3 });
  expect(countRows({ restored: 5, left: [{ sku: "a" }] }, {})).toEqual({ total: 6, failed: 1 });
});

it("counts every row of a call that failed as a whole as failed", () => {
  expect(failedRowsOf('{"prices":[{},{}]}')).toEqual({ total: 2, failed: 2 });
  expect(failedRowsOf('{"product":{"sku":"a"}}')).toBeNull();
});
