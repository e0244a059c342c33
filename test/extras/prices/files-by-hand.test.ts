// cspell:words schal prijs
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { addManyProducts } from "../../commerce/pricing/support.js";
import { priceFileCalls } from "./price-file-calls.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });
const calls = priceFileCalls(admin);

beforeAll(() => addManyProducts(app.db, "h-", 40));

const columnsOf = (body: string | Uint8Array<ArrayBuffer>, query = "") =>
  admin.request(`/rest/V1/price-imports/columns${query}`, {
    method: "POST",
    body,
    headers: { "Content-Type": "application/octet-stream" },
  });

describe("the columns of a price file", () => {
  const list = "Muster GmbH\n\nArtikel-Nr.;Bezeichnung;Netto\nh-1;Hut;12,50\nh-2;Schal;7,00\n";

  it("are described with suggestions and values, although the file cannot be imported", async () => {
    expect((await calls.preview(list)).status).toBe(400);
    const { status, body } = await columnsOf(list);
    expect(status).toBe(200);
    expect(body).toEqual({
      form: null,
      header_line: 3,
      columns: [
        { column: "Artikel-Nr.", field: null, suggestion: "sku", samples: ["h-1", "h-2"] },
        { column: "Bezeichnung", field: null, suggestion: null, samples: ["Hut", "Schal"] },
        { column: "Netto", field: null, suggestion: null, samples: ["12,50", "7,00"] },
      ],
    });
  });

  it("have the fields of a choice, of a saved mapping and of a recognized form", async () => {
    const choice = JSON.stringify({ "Artikel-Nr.": "sku", Netto: "cost" });
    const chosen = await columnsOf(list, `?columns=${encodeURIComponent(choice)}`);
    expect(chosen.body.columns.map(({ field }: { field: string }) => field)).toEqual(["sku", null, "cost"]);
    const columns = [
      { column: "Artikel-Nr.", field: "sku" },
      { column: "Netto", field: "price" },
    ];
    await admin.post("/V1/price-import-mappings", { mapping: { name: "Muster", columns } });
    const mapped = await columnsOf(gzipSync(list), "?mapping=Muster");
    expect(mapped.body).toMatchObject({ form: "prices", columns: [{ field: "sku" }, {}, { field: "price" }] });
    const shop = await columnsOf("Handle,Variant SKU,Variant Price\nhat,h-1,12\n");
    expect(shop.body).toMatchObject({
      form: "shopify",
      columns: [{ field: null }, { field: "sku" }, { field: "price" }],
    });
  });

  it("are the members of JSON objects", async () => {
    const { body } = await columnsOf('[{"sku":"h-1","price":12.5},{"sku":"h-2","prijs":7}]');
    expect(body.columns).toEqual([
      { column: "sku", field: "sku", suggestion: null, samples: ["h-1", "h-2"] },
      { column: "price", field: "price", suggestion: null, samples: ["12.5", ""] },
      { column: "prijs", field: null, suggestion: "price", samples: ["", "7"] },
    ]);
  });

  it("are not described for an empty file, an unknown mapping and a caller without the permission", async () => {
    expect((await columnsOf("")).status).toBe(400);
    expect((await columnsOf(list, "?mapping=nobody")).status).toBe(404);
    const other = await app.asAdmin(["Portico_Prices::schedules"]);
    const body = { file: list };
    expect((await other.post("/V1/price-imports/columns", body)).status).toBe(401);
    expect(await admin.post("/V1/price-imports/columns", body)).toMatchObject({
      status: 200,
      body: { header_line: 3 },
    });
  });
});

describe("the preview of a price file", () => {
  it("has the largest rises and falls of all rows, also of later parts", async () => {
    const skus = await addManyProducts(app.db, "big-", 5200);
    await calls.importFile(`sku,price\n${skus.map((sku) => `${sku},10`).join("\n")}\n`);
    const price = (index: number) => (index === 5100 ? 90 : index === 5150 ? 1 : index % 2 === 0 ? 11 : 9);
    const { body } = await calls.preview(
      `sku,price\n${skus.map((sku, index) => `${sku},${price(index)}`).join("\n")}\n`,
    );
    const tops = (list: readonly { sku: string; change_percent: number }[]) =>
      list.slice(0, 2).map(({ sku, change_percent: percent }) => [sku, percent]);
    expect(body).toMatchObject({ total_changes: 5200 });
    expect(tops(body.largest_rises)).toEqual([
      ["big-5101", 800],
      ["big-1", 10],
    ]);
    expect(tops(body.largest_falls)).toEqual([
      ["big-5151", -90],
      ["big-2", -10],
    ]);
    expect([body.largest_rises.length, body.largest_falls.length]).toEqual([100, 100]);
  });
});

describe("the listed rows of an import", () => {
  it.each([
    ["CSV", 'sku,price\nh-1,5\n"gone,too",5\nh-2,x\nh-3,0\nh-1,6\nh-4\nh-5,1,50\n', "text/csv"],
    [
      "NDJSON",
      '{"sku":"h-1","price":7}\n{"sku":"gone,too","price":5}\n{"sku":"h-2","price":"x"}\n{"sku":"h-3","price":0}\n{"sku":"h-1","price":8}\n',
      "application/x-ndjson",
    ],
  ])("are those with the given codes (%s)", async (_name, file, type) => {
    const { bulk_uuid: uuid } = await calls.importFile(file, { type });
    const listed = async (list: string, codes: string) =>
      (await admin.get(`/V1/price-imports/${uuid}/${list}?codes=${codes}`)).text;
    expect(await listed("failed-rows", "unknown_sku")).toMatch(/gone,too.*unknown_sku/);
    expect(await listed("failed-rows", "unknown_sku")).not.toContain("invalid_price");
    expect(await listed("failed-rows", "invalid_price,UNKNOWN_SKU")).toMatch(/unknown_sku[^]*invalid_price/);
    const rowsOfOtherWidth = (await listed("failed-rows", "invalid_row")).match(/^h-\d/gm);
    expect(rowsOfOtherWidth).toEqual(type === "text/csv" ? ["h-4", "h-5"] : null);
    expect(await listed("warnings", "superseded")).toMatch(/superseded/);
    expect(await listed("warnings", "superseded")).not.toContain("zero_price");
    expect(await listed("warnings", "zero_price")).toContain("h-3");
    expect(await listed("warnings", "tenfold_change")).toBe(type === "text/csv" ? "sku,price,code,message\n" : "");
  });
});

describe("an export of prices", () => {
  it("has only the prices of the products that match the filters", async () => {
    const skus = await addManyProducts(app.db, "view-", 3);
    await calls.importFile(
      `sku,price,special_price,tier_price:General\n${skus.map((sku, at) => `${sku},${at + 1},1,1`).join("\n")}\n`,
    );
    const exported = async (query: string) =>
      (await admin.request(`/rest/V1/price-exports?${query}`, { headers: { Accept: "text/csv" } })).text
        .split("\n")
        .slice(1, -1)
        .map((line) => line.split(",").slice(0, 2).join(" "));
    const filters = search([
      ["sku", "view-%", "like"],
      ["price", "2", "gteq"],
    ]);
    expect(await exported(`${filters}&kinds=base,tier`)).toEqual([
      "base view-2",
      "base view-3",
      "tier view-2",
      "tier view-3",
    ]);
    expect(await exported(search([["id", "0"]]))).toEqual([]);
    expect((await exported("kinds=base")).length).toBeGreaterThan(3);
    const unknown = await admin.get(`/V1/price-exports?${search([["color", "red"]])}`);
    expect(unknown.status).toBe(400);
    const other = await app.asAdmin(["Portico_Prices::files"]);
    expect((await other.get(`/V1/price-exports?${search([["changed_at", "2020-01-01", "gteq"]])}`)).status).toBe(400);
  });
});
