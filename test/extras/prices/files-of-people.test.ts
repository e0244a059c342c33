import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startApp, useApp } from "../../support/app.js";
import { forgetPrices, priceFileCalls, type PriceFileCalls, pricesOf } from "./price-file-calls.js";
import { addProducts, addStores, storedTierPrices } from "../../commerce/pricing/support.js";

const given = (name: string) => readFileSync(join(import.meta.dirname, "price-files", `${name}.csv`));
const skus = ["P-100", "P-101", "P-102", "P-103", "P-104", "00123", "123", "4006381333931"];

const { app } = useApp({ PORTICO_CONSUMER: "on" });
let calls: PriceFileCalls;

beforeAll(async () => {
  await addProducts(app.db, [...skus.map((sku) => ({ sku })), { sku: "P-CONF", type: "configurable" }]);
  await addStores(app.db);
  await app.db.execute(
    `insert into customer_group (code, code_key, tax_class_id) select 'Händler', 'händler', min(tax_class_id) from customer_group`,
  );
  calls = priceFileCalls(await app.asAdmin(["Portico_Prices::files"]));
});
beforeEach(() => forgetPrices(app));

/** Imports a file and returns its description with the failed rows, one line each, without the header. */
async function imported(name: string, query = "") {
  const found = await calls.importFile(given(name), { query });
  const lines = (text: string) => text.trimEnd().split("\n").slice(1);
  const failed = lines(await calls.rows("failed-rows", found.bulk_uuid as string));
  const warned = lines(await calls.rows("warnings", found.bulk_uuid as string));
  return { found, failed, warned };
}

const refusal = async (name: string, query = "") => {
  const { status, body } = await calls.send(given(name), { query });
  const text = (body.message as string).replace(/%(\w+)/g, (_, key: string) =>
    String(body.parameters?.[key] ?? `%${key}`),
  );
  return `${status} ${text}`;
};

const inEuro = async (work: () => Promise<void>) => {
  const write = (value: string) =>
    app.db.execute(
      `insert into config_value (scope, scope_id, path, value) values ('default', 0, 'currency/options/base', $1)
       on conflict (scope, scope_id, path) do update set value = excluded.value`,
      [value],
    );
  await write("EUR");
  await work().finally(() => write("USD"));
};

describe("a price file with values in columns of another kind", () => {
  it("fails the rows of base prices, special prices and costs with a website, and names column and kind", async () => {
    const { found, failed } = await imported("01-website-of-a-base-price");
    expect(found).toMatchObject({ written: 0, failed: 4 });
    expect(failed[1]).toMatch(/^base,P-100,2,120.00,foreign_column,.*base price has no website_id \(2\)/);
    expect(failed[2]).toMatch(/special price has no website_id/);
    expect(await pricesOf(app, skus)).toEqual({});
  });

  it("fails rows with a group, quantity, date, price type or store view that their kind does not have", async () => {
    const { found, failed } = await imported("02-columns-of-another-kind");
    expect(found).toMatchObject({ written: 0, failed: 5 });
    const named = [
      /customer_group \(Wholesale\), quantity/,
      /price_from/,
      /price_type/,
      /tier price has no store_id/,
      /price_to/,
    ];
    for (const [index, name] of named.entries()) expect(failed[index]).toMatch(name);
    expect(await pricesOf(app, skus)).toEqual({});
  });

  it("returns rows with too many values whole, so that they fail again", async () => {
    const { found, failed } = await imported("03-too-many-values");
    expect(found).toMatchObject({ written: 0, failed: 2 });
    expect(failed[0]).toMatch(
      /^base,P-100,12,99,invalid_row,"?Line 2 has 4 values for 3 columns\. Is 12,99 a number with a decimal comma/,
    );
    expect(failed[1]).toMatch(/^base,P-101,1,234.50,invalid_row/);
    const again = await calls.importFile(await calls.rows("failed-rows", found.bulk_uuid as string));
    expect(again).toMatchObject({ rows: 2, written: 0, failed: 2 });
  });
});

describe("the numbers of a price file", () => {
  it("are refused if a point can be a decimal or a thousands separator, and read as the upload says", async () => {
    expect(await refusal("04-thousands-point")).toBe(
      "400 1.234 on line 3 can mean 1234 or 1.234: say decimal=, for 1234, or decimal=. for 1.234.",
    );
    await imported("04-thousands-point", "?decimal=,");
    expect(await pricesOf(app, skus)).toEqual({
      "P-100": { base: 950 },
      "P-101": { base: 1234 },
      "P-102": { base: 12500 },
    });
    await imported("04-thousands-point", "?decimal=.");
    expect(await pricesOf(app, skus)).toEqual({
      "P-100": { base: 950 },
      "P-101": { base: 1.234 },
      "P-102": { base: 12.5 },
    });
  });

  it("have a decimal comma if one cell of the file proves it", async () => {
    expect((await imported("05-decimal-comma-mixed")).found).toMatchObject({ written: 3, decimal: "," });
    expect(await pricesOf(app, skus)).toEqual({
      "P-100": { base: 12.99 },
      "P-101": { base: 1234.5 },
      "P-102": { base: 1000 },
    });
  });

  it("have no sign, percent or exponent", async () => {
    const { found, failed } = await imported("07-relative-prices");
    expect(found).toMatchObject({ written: 0, failed: 4 });
    expect(failed[0]).toMatch(/^base,P-100,\+5,invalid_price,.*""\+5"" of P-100 is not an amount/);
    const more = await calls.importFile("sku,price\nP-100,0.0000001\nP-101,1e3\nP-102,5 %\nP-103,123456789012345\n");
    expect(more).toMatchObject({ written: 0, failed: 4 });
    expect(await pricesOf(app, skus)).toEqual({});
  });

  it("can have the currency of the shop; another one fails the row and is named", async () => {
    expect(await refusal("24-currency")).toMatch(/^400 The file mixes decimal separators: .*12,99 on line 4/);
    const { found, failed } = await imported("24-currency", "?decimal=.");
    expect(found).toMatchObject({ written: 3, failed: 2 });
    expect(failed.map((line) => /is in (\S+), but/.exec(line)?.[1])).toEqual(["€", "AED"]);
    expect(await pricesOf(app, skus)).toEqual({
      "P-100": { base: 12.99 },
      "P-101": { base: 12.99 },
      "P-104": { base: 1234.5 },
    });
  });

  it("are listed as warnings if they are 0, very high, or change tenfold", async () => {
    await calls.importFile("sku,price\nP-100,10\nP-101,10\n");
    const found = await calls.importFile("sku,price\nP-100,100\nP-101,0\nP-102,4006381333931\nP-103,11.00\n");
    expect(found).toMatchObject({ written: 4, failed: 0, warnings: 3 });
    const codes = (await calls.rows("warnings", found.bulk_uuid as string)).matchAll(/^(P-\d+),[^,]*,(\w+),/gm);
    expect([...codes].map(([, sku, code]) => `${sku} ${code}`)).toEqual([
      "P-100 tenfold_change",
      "P-101 zero_price",
      "P-102 high_price",
    ]);
  });
});

describe("an empty cell of a price file", () => {
  it("changes nothing, even after a price for the same product", async () => {
    expect((await imported("08-valid-then-empty")).found).toMatchObject({ written: 1, unchanged: 1, skipped: 1 });
    expect(await pricesOf(app, skus)).toEqual({ "P-100": { base: 55 } });
  });

  it("deletes only if the upload says so, as the word DELETE does", async () => {
    const prices =
      "kind,sku,customer_group,quantity,price\nspecial,P-100,,,5\ncost,P-100,,,3\ntier,P-100,ALL GROUPS,10,4\n";
    await calls.importFile(prices);
    expect((await imported("09-empty-price-cells")).found).toMatchObject({ written: 0, deleted: 0, unchanged: 3 });
    expect(await storedTierPrices(app, "P-100")).toHaveLength(1);
    expect((await calls.preview(given("09-empty-price-cells"), { query: "?empty=delete" })).body).toMatchObject({
      deleted: 3,
    });
    expect((await imported("09-empty-price-cells", "?empty=delete")).found).toMatchObject({ deleted: 3, written: 0 });
    await calls.importFile(prices);
    expect(await calls.importFile(prices.replace(/,\d$/gm, ",delete"))).toMatchObject({ deleted: 3 });
    expect(await pricesOf(app, skus)).toEqual({ "P-100": {} });
    expect(await storedTierPrices(app, "P-100")).toEqual([]);
  });

  it("is ignored with its row if the whole row is empty", async () => {
    expect((await imported("28-rows-of-separators")).found).toMatchObject({ rows: 1, written: 1, failed: 0 });
  });
});

describe("rows of a price file for the same price", () => {
  it("are decided by the last one, and the others are listed with its line", async () => {
    const { found, warned } = await imported("11-duplicates");
    expect(found).toMatchObject({ written: 2, skipped: 1, warnings: 1 });
    expect(warned).toEqual(["base;P-100;2100;superseded;Line 4 sets the same price of P-100 and wins."]);
    expect(await pricesOf(app, skus)).toEqual({ "P-100": { base: 1200 }, "P-101": { base: 5 } });
  });

  it("are refused with all-or-nothing if the amounts differ", async () => {
    const { found, failed } = await imported("11-duplicates", "?policy=all-or-nothing");
    expect(found).toMatchObject({ state: "rejected", written: 0, failed: 1, skipped: 2 });
    expect(failed[0]).toMatch(/^base;P-100;2100;duplicate;"?Line 4 sets the same price of P-100 to 1200/);
    expect(
      await calls.importFile("sku,price\nP-100,5\nP-100,5.00\n", { query: "?policy=all-or-nothing" }),
    ).toMatchObject({ written: 1 });
  });

  it("are decided by the last valid one, wherever invalid ones stand", async () => {
    expect(await calls.importFile("sku,price\nP-100,5\nP-100,7\nP-100,-1\n")).toMatchObject({
      written: 1,
      skipped: 1,
      failed: 1,
    });
    expect(await pricesOf(app, skus)).toEqual({ "P-100": { base: 7 } });
  });
});

describe("rows of a price file for store views and special prices", () => {
  it("fail for a store view while prices are global, whatever their kind", async () => {
    const { found, failed } = await imported("12-store-rows-with-global-prices");
    expect(found).toMatchObject({ written: 1, failed: 2 });
    for (const line of failed) expect(line).toContain("global_price_scope");
    expect(await calls.importFile("kind,sku,store_id,price\ncost,P-100,1,2\n")).toMatchObject({
      written: 0,
      failed: 1,
    });
  });

  it("keep the stored dates of a special price without dates", async () => {
    await calls.importFile("kind,sku,price,price_from,price_to\nspecial,P-100,90,2034-01-01,2035-01-31\n");
    expect((await imported("14-special-without-dates")).found).toMatchObject({ written: 1 });
    const dates = { from: "2034-01-01 00:00:00", to: "2035-01-31 23:59:59" };
    expect(await pricesOf(app, skus)).toEqual({ "P-100": { special: 89, ...dates } });
    const reversed = "kind,sku,price,price_to\nspecial,P-100,88,2033-01-01\n";
    expect(await calls.importFile(reversed)).toMatchObject({ written: 0, failed: 1 });
  });

  it("read days in the time zone of the shop, and times with a zone; other forms fail", async () => {
    const { found, failed } = await imported("25-dates");
    expect(found).toMatchObject({ written: 3, failed: 2 });
    expect(await pricesOf(app, skus)).toEqual({
      "P-100": { special: 10, from: "2035-01-01 00:00:00", to: "2035-01-31 23:59:59" },
      "P-103": { special: 10, to: "2035-01-31 15:59:59" },
      "P-104": { special: 10, to: "2035-01-31 23:59:00" },
    });
    expect(failed[0]).toMatch(/price_from ""01\/02\/2035"" of P-101 is not a date of the form YYYY-MM-DD/);
    expect(failed[1]).toMatch(/price_to ""31.01.2035"" of P-102/);
  });

  it("trim SKUs, and tell shortened, unknown and composite ones apart", async () => {
    expect((await imported("26-sku-blanks")).found).toMatchObject({ written: 3, failed: 0 });
    const shortened = await imported("27-sku-scientific");
    expect(shortened.found).toMatchObject({ written: 2, failed: 1 });
    expect(shortened.failed[0]).toMatch(/shortened_sku,.*spreadsheet has shortened this SKU/);
    const { failed } = await imported("30-composite-products");
    expect(failed[0]).toMatch(/composite_product,.*P-CONF comes from its variations/);
    expect(failed[1]).toMatch(/unknown_sku,.*no product with the SKU ""P-NONE""/);
  });
});

describe("the columns and the text of a price file", () => {
  it("can be only SKU and price, of the kind that the upload says", async () => {
    expect((await imported("15-two-columns")).found).toMatchObject({ written: 2, form: "prices" });
    expect((await imported("15-two-columns", "?kind=cost")).found).toMatchObject({ written: 2 });
    expect(await pricesOf(app, ["P-100"])).toEqual({ "P-100": { base: 19.9, cost: 19.9 } });
  });

  it("are refused with all unknown columns at once, or leave them out if the upload says so", async () => {
    expect(await refusal("16-unknown-columns")).toMatch(/^400 .*"name", "currency"/);
    const { body } = await calls.preview(given("16-unknown-columns"), { query: "?columns=ignore" });
    expect(body).toMatchObject({ written: 1, left_out_columns: ["name", "currency"] });
  });

  it("can be separated by tabs, be UTF-16 with a mark, and stand below title lines", async () => {
    expect((await imported("19-tabs")).found).toMatchObject({ written: 1 });
    expect((await imported("23-utf-16")).found).toMatchObject({ unchanged: 1 });
    expect((await imported("21-lines-above-the-table")).found).toMatchObject({ unchanged: 1, header_line: 4 });
    expect((await imported("21-lines-above-the-table", "?header-line=4")).found).toMatchObject({ unchanged: 1 });
    expect(await refusal("21-lines-above-the-table", "?header-line=1")).toMatch(/^400 .*header/);
  });

  it("can be Windows-1252 if the upload says so", async () => {
    expect(await refusal("22-windows-1252")).toMatch(/^400 Line 2 .*charset=windows-1252/);
    expect((await imported("22-windows-1252", "?charset=windows-1252")).found).toMatchObject({ written: 1 });
    const type = "text/csv; charset=iso-8859-1";
    expect(await calls.importFile(given("22-windows-1252"), { type })).toMatchObject({ unchanged: 1 });
  });

  it("can be those of Magento's exports", async () => {
    await using site = await startApp({ PORTICO_CONSUMER: "on", PORTICO_PRICE_SCOPE: "website" });
    await addProducts(site.db, [{ sku: "P-100" }, { sku: "P-101" }]);
    const ofSite = priceFileCalls(await site.asAdmin(["Portico_Prices::files"]));
    const tiers = await ofSite.importFile(given("17-magento-advanced-pricing"));
    expect(tiers).toMatchObject({ form: "magento-advanced-pricing", written: 2, unchanged: 1, failed: 0 });
    expect(await storedTierPrices(site, "P-100")).toMatchObject([
      { website_id: 0, all_groups: true, qty: "10.0000", value: "90.000000" },
      { website_id: 1, all_groups: false, qty: "5.0000", percentage_value: "15.00" },
    ]);
    const products = await imported("18-magento-product-prices");
    expect(products.found).toMatchObject({ form: "magento-products", written: 1, unchanged: 1, failed: 0 });
    expect(await pricesOf(app, ["P-100"])).toEqual({
      "P-100": { base: 100, special: 89, from: "2035-01-01 00:00:00", to: "2035-01-31 23:59:59" },
    });
  });

  it("can be those of Shopify, Akeneo and Google feeds", async () => {
    expect((await imported("31-shopify-products")).found).toMatchObject({ form: "shopify", written: 2, failed: 0 });
    expect(await pricesOf(app, skus)).toEqual({ "P-100": { base: 24.9, special: 19.9 }, "P-101": { base: 21.9 } });
    expect((await imported("34-akeneo-products")).found).toMatchObject({ form: "akeneo", written: 1 });
    expect(await pricesOf(app, ["P-100"])).toMatchObject({ "P-100": { base: 14 } });
    await inEuro(async () => {
      await imported("34-akeneo-products");
      expect(await pricesOf(app, ["P-100"])).toMatchObject({ "P-100": { base: 10 } });
    });
    expect((await imported("35-google-feed")).found).toMatchObject({ form: "google-feed", written: 1 });
    expect(await pricesOf(app, ["P-100"])).toEqual({
      "P-100": { base: 15, special: 12, from: "2034-12-31 16:00:00", to: "2035-01-31 15:59:00" },
    });
  });

  it("can be mapped to fields, also of a list with title lines and text in place of prices", async () => {
    const columns = encodeURIComponent('{"Artikel-Nr.":"sku","Preis (EUR)":"price"}');
    expect(await refusal("36-supplier-list-german", "?charset=iso-8859-1")).toMatch(
      /^400 .*"Artikel-Nr." \(sku\?\).*"Preis \(EUR\)" \(price\?\)/,
    );
    await inEuro(async () => {
      const { found, failed } = await imported("36-supplier-list-german", `?charset=iso-8859-1&columns=${columns}`);
      expect(found).toMatchObject({ written: 2, failed: 1, left_out_columns: ["Bezeichnung", "VPE"] });
      expect(failed[0]).toMatch(/^P-102;auf Anfrage;1;auf Anfrage;invalid_price;/);
    });
    expect(await pricesOf(app, skus)).toEqual({ "P-100": { base: 1234.5 }, "P-101": { base: 0.57 } });
  });

  it("are refused if they are those of a stock file, with the route that reads it", async () => {
    expect(await refusal("39-stock-sources")).toMatch(/^400 .*POST \/V1\/inventory\/source-items/);
  });
});
