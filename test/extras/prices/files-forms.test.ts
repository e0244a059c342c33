import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { csvOf, excelFiles, gzip, utf16, workbookOf, zipOf } from "./file-writers.js";
import { forgetPrices, priceFileCalls, type PriceFileCalls, pricesOf, type Sent } from "./price-file-calls.js";
import { addProducts, storedTierPrices } from "../../commerce/pricing/support.js";

const skus = ["P-100", "P-101", "P-102"];

const { app } = useApp({ PORTICO_CONSUMER: "on" });
let admin: Client;
let calls: PriceFileCalls;

beforeAll(async () => {
  await addProducts(
    app.db,
    skus.map((sku) => ({ sku })),
  );
  admin = await app.asAdmin(["Portico_Prices::files"]);
  calls = priceFileCalls(admin);
});
beforeEach(() => forgetPrices(app));

const two = [
  ["sku", "price"],
  ["P-100", "1234.50"],
  ["P-101", "0.57"],
];
const comma = two.map(([sku = "", price = ""]) => [sku, price.replace("1234.50", "1.234,50").replace("0.57", "0,57")]);
const bothPrices = { "P-100": { base: 1234.5 }, "P-101": { base: 0.57 } };

const form = (content: string) =>
  `--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: application/vnd.ms-excel\r\n\r\n${content}\r\n--edge--\r\n`;

describe("a price file", () => {
  it.each<[string, string | Uint8Array, Sent?]>([
    ["separated by pipes", csvOf(two, "|")],
    ["with a line that names the separator", `sep=;\r\n${csvOf(comma, ";", "\r\n")}`],
    ["in UTF-16 with tabs", utf16(csvOf(comma, "\t", "\r\n"))],
    ["sent as text/plain", csvOf(two, ","), { type: "text/plain" }],
    ["sent by curl without a type", csvOf(comma, ";"), { type: "application/x-www-form-urlencoded" }],
    ["in a form", form(csvOf(two, ",")), { type: "multipart/form-data; boundary=edge" }],
    ["compressed without a word", gzip(csvOf(two, ",")), { type: "application/octet-stream" }],
    [
      "as a JSON array",
      JSON.stringify(
        two.slice(1).map(([sku, price]) => ({ sku, price })),
        null,
        2,
      ),
      { type: "application/json" },
    ],
    [
      "as a compressed JSON array",
      gzip(
        JSON.stringify([
          { sku: "P-100", price: 1234.5 },
          { sku: "P-101", price: "0.57" },
        ]),
      ),
      { type: "text/plain" },
    ],
    ["as NDJSON", '{"sku":"P-100","price":1234.5}\n{"sku":"P-101","price":0.57}\n', { type: "application/x-ndjson" }],
  ])("is read %s", async (...[, file, sent]) => {
    expect(await calls.importFile(file, sent)).toMatchObject({ written: 2, failed: 0 });
    expect(await pricesOf(app, skus)).toEqual(bothPrices);
  });

  it("is read as a workbook: its first sheet, or the one that the upload names, with dates as dates", async () => {
    const cell = (reference: string, text: number) => `<c r="${reference}" t="s"><v>${text}</v></c>`;
    const prices = `<row r="1">${cell("A1", 6)}</row><row r="3">${[0, 1, 2, 3, 4].map((text, index) => cell(`${"ABCDE"[index]}3`, text)).join("")}</row>
      <row r="4">${cell("A4", 5)}${cell("B4", 7)}<c r="C4"><v>19.989999999999998</v></c><c r="D4" s="1"><v>49310</v></c><c r="E4" s="2"><v>49340.5</v></c></row>`;
    const files = excelFiles(
      {
        Prices: prices,
        Other: `<row>${cell("A1", 1)}${cell("B1", 2)}</row><row>${cell("A2", 7)}<c><v>1.234</v></c></row>`,
      },
      [...["kind", "sku", "price", "price_from", "price_to", "special", "Prices &amp; dates", "P-100"]],
    );
    const workbook = await zipOf(files);
    expect(await calls.importFile(workbook)).toMatchObject({ format: "xlsx", header_line: 3, written: 1, failed: 0 });
    const dates = { from: "2035-01-01 00:00:00", to: "2035-01-31 12:00:00" };
    expect(await pricesOf(app, skus)).toEqual({ "P-100": { special: 19.99, ...dates } });
    await calls.importFile(workbook, { query: "?sheet=other" });
    expect(await pricesOf(app, skus)).toMatchObject({ "P-100": { base: 1.234 } });
    expect((await calls.send(workbook, { query: "?sheet=none" })).body.message).toContain("has no sheet %sheet");
  });

  it("is refused as a workbook that is none, or that unpacks to more than 100 MB", async () => {
    const bomb = excelFiles({ Prices: "" }, []);
    const rows = "<row/>".repeat(1_000_000);
    const sheet = `<worksheet><sheetData>${rows.repeat(20)}</sheetData></worksheet>`;
    expect((await calls.send(await zipOf({ ...bomb, "xl/worksheets/sheet1.xml": sheet }))).status).toBe(413);
    expect((await calls.send(await zipOf({ "readme.txt": "no workbook" }))).status).toBe(400);
    expect((await calls.send(Buffer.from("PK\u0003\u0004 broken"))).status).toBe(400);
    const typed = { ...bomb, "xl/workbook.xml": '<!DOCTYPE a [<!ENTITY b "c">]><workbook/>' };
    expect((await calls.send(await zipOf(typed))).body.message).toContain("document type");
  });

  it("can have several prices in a row, which apply as a whole or not at all", async () => {
    const file =
      "sku,price,special_price,cost,tier_price:Wholesale,tier_price:General:10\nP-100,34,29.9,12.5,30,28\nP-101,34,x,12.5,30,28\n";
    expect(await calls.importFile(file)).toMatchObject({ form: "several-prices", rows: 2, written: 1, failed: 1 });
    expect(await pricesOf(app, skus)).toEqual({ "P-100": { base: 34, special: 29.9, cost: 12.5 } });
    expect(await storedTierPrices(app, "P-100")).toMatchObject([
      { qty: "10.0000", value: "28.000000" },
      { qty: "1.0000", value: "30.000000" },
    ]);
    expect(await storedTierPrices(app, "P-101")).toEqual([]);
  });

  it.each([
    [
      "woocommerce",
      "ID,Type,SKU,Name,Regular price,Sale price,Date sale price starts,Date sale price ends\n1,simple,P-100,One,20,15,2035-01-01,2035-01-31\n2,variable,P-101,Two,,,,\n",
    ],
    ["prestashop", "Product ID;Reference;Name;Price (tax excl.);Wholesale price;Quantity\n1;P-100;One;20,00;9,50;3\n"],
    ["odoo", "Internal Reference,Name,Sales Price,Cost\nP-100,One,20.00,9.50\n"],
  ])("is recognized as one of %s", async (name, file) => {
    expect(await calls.importFile(file)).toMatchObject({ form: name, written: 1, failed: 0 });
    expect(await pricesOf(app, ["P-100"])).toMatchObject({ "P-100": { base: 20 } });
  });

  it("is previewed in the order of its lines and by its policy, with SKU and value in each message", async () => {
    const file = "kind,sku,price,price_from\ncost,P-101,3,\nspecial,P-100,5,2035-13-01\nbase,P-102,x,\nbase,P-100,7,\n";
    const { body } = await calls.preview(file);
    expect(body.changes.map((change: { sku: string }) => change.sku)).toEqual(["P-101", "P-100"]);
    expect(body.failures).toMatchObject([
      {
        line: 3,
        sku: "P-100",
        code: "invalid_date",
        message: expect.stringMatching(/^price_from "2035-13-01" of P-100/),
      },
      { line: 4, sku: "P-102", code: "invalid_price", message: expect.stringMatching(/^The price "x" of P-102/) },
    ]);
    const whole = await calls.preview(file, { query: "?policy=all-or-nothing" });
    expect(whole.body).toMatchObject({ state: "rejected", written: 0, failed: 2, skipped: 2, changes: [] });
    const stopped = await calls.preview(file, { query: "?policy=stop-after:1" });
    expect(stopped.body).toMatchObject({ state: "stopped", written: 1, failed: 1, skipped: 2 });
    expect(await pricesOf(app, skus)).toEqual({});
  });

  it("deletes no price whose fall a guard-rail forbids", async () => {
    await calls.importFile("kind,sku,price\nspecial,P-100,5\n");
    const owner = await app.asAdmin();
    const guardRail = { kind: "special", max_fall_percent: 50, action: "refuse" };
    const { body: made } = await owner.post("/V1/price-guard-rails", { guardRail });
    const found = await calls.importFile("kind,sku,price\nspecial,P-100,DELETE\n");
    expect(found).toMatchObject({ deleted: 0, failed: 1 });
    expect(await calls.rows("failed-rows", found.bulk_uuid as string)).toContain("price_fall");
    await owner.delete(`/V1/price-guard-rails/${made.id}`);
    expect(await calls.importFile("kind,sku,price\nspecial,P-100,DELETE\n")).toMatchObject({ deleted: 1, failed: 0 });
  });
});

describe("a mapping of columns", () => {
  const columns = [
    { column: "Art.-Nr.", field: "sku" },
    { column: "Preis", field: "price" },
  ];
  const file = "Art.-Nr.;Name;Preis\nP-100;Eins;1,50\n";

  it("is saved, listed, used and deleted", async () => {
    const saved = await admin.post("/V1/price-import-mappings", {
      mapping: { name: "Muster", columns, kind: "cost", decimal: "," },
    });
    expect(saved.body).toMatchObject({ name: "Muster", columns, kind: "cost", decimal: ",", charset: null });
    expect((await admin.get("/V1/price-import-mappings")).body).toEqual([saved.body]);
    expect(await calls.importFile(file, { query: "?mapping=MUSTER" })).toMatchObject({
      written: 1,
      left_out_columns: ["Name"],
    });
    expect(await calls.importFile(file, { query: "?mapping=muster&kind=base" })).toMatchObject({ written: 1 });
    expect(await pricesOf(app, ["P-100"])).toEqual({ "P-100": { base: 1.5, cost: 1.5 } });
    const query = 'mutation { deletePriceImportMapping(name: "muster") }';
    expect((await admin.graphql(query)).body.data).toEqual({ deletePriceImportMapping: true });
    expect((await admin.delete("/V1/price-import-mappings/muster")).status).toBe(404);
    await admin.post("/V1/price-import-mappings", { mapping: { name: "Muster", columns } });
    expect((await admin.delete("/V1/price-import-mappings/muster")).body).toBe(true);
    expect((await calls.send(file, { query: "?mapping=muster" })).status).toBe(404);
  });

  it("is refused with an unknown field, two columns for a field, no column or an invalid option", async () => {
    const save = async (mapping: object) => (await admin.post("/V1/price-import-mappings", { mapping })).status;
    expect(await save({ name: "a", columns: [{ column: "x", field: "amount" }] })).toBe(400);
    expect(await save({ name: "a", columns: [...columns, { column: "EAN", field: "sku" }] })).toBe(400);
    expect(await save({ name: "a", columns: [] })).toBe(400);
    expect(await save({ name: "a", columns, decimal: ";" })).toBe(400);
    expect(await save({ name: "a", columns, charset: "klingon" })).toBe(400);
    expect(await save({ name: "/", columns })).toBe(400);
  });

  it("needs the permission for price files", async () => {
    const other = await app.asAdmin(["Magento_Catalog::catalog"]);
    expect((await other.get("/V1/price-import-mappings")).status).toBe(401);
    expect((await other.post("/V1/price-import-mappings", { mapping: { name: "a", columns } })).status).toBe(401);
    expect((await other.delete("/V1/price-import-mappings/a")).status).toBe(401);
  });

  it("names the columns that a file does not have", async () => {
    const query = `?columns=${encodeURIComponent('{"Nummer":"sku","Preis":"price"}')}`;
    expect((await calls.send(file, { query })).body).toMatchObject({ parameters: { absent: "nummer" } });
    expect((await calls.send(file, { query: "?columns=none" })).status).toBe(400);
  });
});

describe("an export of prices", () => {
  it.each([
    ["with the separators of a locale", "?locale=de_DE", "text/csv"],
    ["as a workbook", "?format=xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    ["as Magento's Advanced Pricing", "?format=magento-advanced-pricing", "text/csv"],
    ["with three decimal places", "?kinds=cost", "text/csv"],
  ])("can be imported unchanged %s", async (...[, query, type]) => {
    await calls.importFile(
      "kind,sku,customer_group,quantity,price,price_type,price_to\nbase,P-100,,,1234.5,,\nspecial,P-100,,,12,,2035-01-31\ncost,P-100,,,1.2340,,\ntier,P-100,General,2.5,11,fixed,\ntier,P-100,ALL GROUPS,3,12.5,discount,\n",
    );
    const reply = await fetch(`${app.url}/rest/V1/price-exports${query}`, {
      headers: { Authorization: `Bearer ${admin.token}`, "Accept-Encoding": "identity" },
    });
    expect(reply.headers.get("Content-Type")).toContain(type);
    const file = Buffer.from(await reply.arrayBuffer());
    const unchanged = await calls.importFile(file, { type: "application/octet-stream" });
    expect(unchanged).toMatchObject({ written: 0, deleted: 0, failed: 0, unchanged: unchanged.rows });
    const before = [await pricesOf(app, skus), await storedTierPrices(app, "P-100")];
    await forgetPrices(app);
    await calls.importFile(file, { type: "application/octet-stream" });
    const isWhole = !/kinds|advanced/.test(query);
    if (isWhole) expect([await pricesOf(app, skus), await storedTierPrices(app, "P-100")]).toEqual(before);
    else expect([await pricesOf(app, skus), await storedTierPrices(app, "P-100")]).not.toEqual([{}, []]);
  });

  it("is refused for an unknown locale, a locale of another format, and a workbook as JSON", async () => {
    expect((await admin.get("/V1/price-exports?locale=no_such_locale_")).status).toBe(400);
    expect((await admin.get("/V1/price-exports?format=ndjson&locale=de_DE")).status).toBe(400);
    const json = { headers: { Accept: "application/json" } };
    expect((await admin.get("/V1/price-exports?format=xlsx", json)).status).toBe(400);
    expect((await calls.send(await workbookOf(two))).status).toBe(202);
  });
});
