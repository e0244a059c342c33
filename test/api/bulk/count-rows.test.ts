import { expect, it } from "vitest";
import { countRows } from "../../../src/api/contract/failed-rows.js";
import { buildSurface } from "../../../src/schema.js";

const { operations } = buildSurface();

/** Counts the rows of a call of an operation by its name. */
function rowsOf(name: string, args: Readonly<Record<string, unknown>>, answer?: unknown) {
  const operation = operations.find((one) => one.name === name);
  if (!operation) throw new Error(`no operation ${name}`);
  return countRows(operation.field.type, args, answer);
}

const failure = { message: "No product %SKU.", parameters: ["a"] };
const prices = [{}, {}, {}];

it("counts the prices of a call, and the failures that it returns", () => {
  for (const name of [
    "updateBasePrices",
    "updateSpecialPrices",
    "deleteSpecialPrices",
    "updateTierPrices",
    "updateCosts",
  ]) {
    expect([name, rowsOf(name, { prices }, [failure])]).toEqual([name, { total: 3, failed: 1 }]);
    expect(rowsOf(name, { prices }, [])).toEqual({ total: 3, failed: 0 });
  }
});

it("counts every price of a call that failed as a whole", () => {
  expect(rowsOf("updateBasePrices", { prices })).toEqual({ total: 3, failed: 3 });
  expect(rowsOf("updateBasePrices", { Prices: prices })).toBeNull();
});

it("counts no rows of other calls, even if their only argument is a list", () => {
  expect(rowsOf("saveSourceItems", { sourceItems: [{}, {}] }, [])).toBeNull();
  expect(rowsOf("saveProduct", { product: {} }, { sku: "a" })).toBeNull();
});

it("counts the rows of a part of a price file, and the prices of an undo", () => {
  const counts = { written: 4, deleted: 1, unchanged: 2, failed: 3, skipped: 1 };
  expect(rowsOf("applyPriceImportPart", { part: 0 }, counts)).toEqual({ total: 11, failed: 3 });
  expect(rowsOf("undoPriceChanges", {}, { restored: 5, left: [{ sku: "a" }] })).toEqual({ total: 6, failed: 1 });
  expect(rowsOf("undoPriceChanges", {})).toBeNull();
});
