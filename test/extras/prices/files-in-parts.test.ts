import Papa from "papaparse";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { addProducts, addStores } from "../../commerce/pricing/support.js";
import { forgetPrices, priceFileCalls, type PriceFileCalls, pricesOf } from "./price-file-calls.js";

/** Number of rows that one operation applies. */
const rowsOfPart = 5000;
const skus = ["P-1", "P-2", "P-3"];

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });
let calls: PriceFileCalls;

beforeAll(async () => {
  await addProducts(
    app.db,
    [...skus, "filler"].map((sku) => ({ sku })),
  );
  await addStores(app.db);
  calls = priceFileCalls(admin);
});
beforeEach(() => forgetPrices(app));

const header = "kind,sku,website_id,customer_group,quantity,price,price_type";

/** Returns a file whose parts begin with the given rows. The other rows change nothing. */
function fileOf(...parts: readonly (readonly string[])[]): string {
  const last = parts.length - 1;
  const filled = parts.flatMap((rows, part) => [
    ...rows,
    ...Array.from({ length: part === last ? 0 : rowsOfPart - rows.length }, () => "base,filler,,,,,"),
  ]);
  return [header, ...filled, ""].join("\n");
}

const base = (sku: string, price: string) => `base,${sku},,,,${price},`;
const tier = (sku: string, price: string, group: string) => `tier,${sku},,${group},10,${price},fixed`;

/** Previews and imports a file, and expects the same counts, failed rows and warnings. */
async function bothOf(file: string, query = "") {
  const { body: preview } = await calls.preview(file, { query });
  const found = await calls.importFile(file, { query });
  const listed = async (list: "failed-rows" | "warnings") =>
    (await calls.rows(list, found.bulk_uuid as string)).trimEnd().split("\n").slice(1);
  const [failed, warned] = [await listed("failed-rows"), await listed("warnings")];
  const { state, rows, written, deleted, unchanged, skipped } = found;
  expect(preview).toMatchObject({ state, rows, written, deleted, unchanged, skipped, failed: found.failed });
  expect(preview.total_warnings).toBe(found.warnings);
  const messages = (list: readonly { readonly message: string }[]) => list.map(({ message }) => message).sort();
  const lastCells = (lines: readonly string[]) =>
    Papa.parse<string[]>(lines.join("\n"), { skipEmptyLines: true })
      .data.map((cells) => cells.at(-1))
      .sort();
  expect(messages(preview.failures)).toEqual(lastCells(failed));
  expect(messages(preview.warnings)).toEqual(lastCells(warned));
  return { preview, found, failed, warned };
}

describe("rows of a price file that set the same price, further apart than an operation reaches", () => {
  it("are decided by the last one, and the others are listed with its line", async () => {
    const file = fileOf([base("P-1", "30"), base("P-2", "5")], [base("P-1", "36")], [base("P-1", "40")]);
    const { found, warned } = await bothOf(file);
    expect(found).toMatchObject({ written: 4, warnings: 2 });
    const last = 2 * rowsOfPart + 2;
    expect(warned).toEqual([
      `base,P-1,,,,30,,superseded,Line ${last} sets the same price of P-1 and wins.`,
      `base,P-1,,,,36,,superseded,Line ${last} sets the same price of P-1 and wins.`,
    ]);
    expect(await pricesOf(app, skus)).toMatchObject({ "P-1": { base: 40 }, "P-2": { base: 5 } });
  });

  it("are recognized by what they mean, and a last row that fails does not win", async () => {
    const { warned, failed } = await bothOf(
      fileOf(
        [tier("P-1", "9", "General"), tier("P-2", "9", "General"), base("P-3", "3")],
        [tier("p-1", "8", "1"), tier("P-2", "8", "Wholesale"), base("P-3", "-1")],
      ),
    );
    expect(warned).toEqual([
      `tier,P-1,,General,10,9,fixed,superseded,Line ${rowsOfPart + 2} sets the same price of P-1 and wins.`,
    ]);
    expect(failed).toHaveLength(1);
    expect(await pricesOf(app, skus)).toMatchObject({ "P-3": { base: 3 } });
  });

  it("are refused with all-or-nothing if the amounts differ", async () => {
    const file = (price: string) => fileOf([base("P-1", "30"), base("P-2", "5")], [base("P-1", price)]);
    const { found, failed } = await bothOf(file("36"), "?policy=all-or-nothing");
    expect(found).toMatchObject({ state: "rejected", written: 0, failed: 1, skipped: rowsOfPart });
    expect(failed).toEqual([
      `base,P-1,,,,30,,duplicate,"Line ${rowsOfPart + 2} sets the same price of P-1 to 36, this line to 30."`,
    ]);
    expect(await pricesOf(app, skus)).toEqual({});
    const equal = await bothOf(file("30.00"), "?policy=all-or-nothing");
    expect(equal.found).toMatchObject({ state: "complete", written: 2, failed: 0, warnings: 1 });
  });

  it("are kept only until all operations have run", async () => {
    await calls.importFile(fileOf([base("P-1", "30")], [base("P-1", "36")]));
    const kept = await app.db.query(
      "select 1 from price_import_part where content is not null or price_keys is not null",
    );
    expect(kept).toEqual([]);
  });
});

describe("a preview of a price file", () => {
  it("judges each row with what earlier operations would have set", async () => {
    await calls.importFile(fileOf([base("P-1", "10")]));
    const { body: id } = await admin.post("/V1/price-guard-rails", {
      guardRail: { kind: "base", max_rise_percent: 30 },
    });
    const { preview } = await bothOf(fileOf([base("P-1", "12")], [base("P-1", "15")]));
    expect(preview.changes).toMatchObject([
      { sku: "P-1", old: { price: 10 }, new: { price: 12 } },
      { sku: "P-1", old: { price: 12 }, new: { price: 15 } },
    ]);
    expect((await bothOf(fileOf([base("P-1", "16")], [base("P-1", "30")]))).found).toMatchObject({ failed: 1 });
    await admin.delete(`/V1/price-guard-rails/${id.id}`);
  });

  it("compares special prices with base prices of earlier operations", async () => {
    const { warned } = await bothOf(fileOf([base("P-1", "10")], ["special,P-1,,,,12,"]));
    expect(warned).toHaveLength(1);
    expect(warned[0]).toContain("above_base_price");
  });
});
