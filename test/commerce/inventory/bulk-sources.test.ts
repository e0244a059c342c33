import { beforeAll, describe, expect, it } from "vitest";
import { simple } from "../catalog/support.js";
import { useApp } from "../../support/app.js";
import { addSources, stockMismatches, item, rowsOf } from "./support.js";

const { app, admin } = useApp();

beforeAll(async () => {
  await addSources(admin, "a", "B", "c");
});

const post = (what: string, body: object) => admin.post(`/V1/inventory/bulk-product-source-${what}`, body);
const assign = (skus: string[], sourceCodes: string[]) => post("assign", { skus, sourceCodes });
const unassign = (skus: string[], sourceCodes: string[]) => post("unassign", { skus, sourceCodes });
const transfer = (skus: string[], [originSource, destinationSource]: [string, string], unassignFromOrigin: boolean) =>
  post("transfer", { skus, originSource, destinationSource, unassignFromOrigin });
const create = (sku: string, more: Readonly<Record<string, unknown>> = {}) =>
  admin.post("/V1/products", { product: simple(sku, more) });
const save = (...sourceItems: object[]) => admin.post("/V1/inventory/source-items", { sourceItems });
const stockOf = async (sku: string) => {
  const { qty, is_in_stock } = (await admin.get(`/V1/stockItems/${sku}`)).body;
  return [qty, is_in_stock];
};
const unknown = (what: string, sourceCode: string) => ({
  message: `${what} %sourceCode does not exist`,
  parameters: { sourceCode },
});
const notify = (sku: string, source_code: string, notify_stock_qty: string) =>
  app.db.models.inventoryLowStockNotification.create({ data: { sku, sku_key: sku, source_code, notify_stock_qty } });
const notifications = async (sku_key: string) => {
  const rows = await app.db.models.inventoryLowStockNotification.findMany({ where: { sku_key } });
  return Object.fromEntries(rows.map(({ source_code, notify_stock_qty }) => [source_code, Number(notify_stock_qty)]));
};

describe("assigning sources", () => {
  it("adds empty rows and counts them; unknown, composite and assigned products are ignored", async () => {
    await create("as-1");
    await create("as-2");
    await create("as-group", { type_id: "grouped" });
    await save(item("as-2", "a", 5, 1));
    const { status, body } = await assign(["as-1", "AS-1", "AS-2", "as-group", "nobody"], ["A", "b"]);
    expect([status, body]).toEqual([200, 3]);
    expect(await rowsOf(admin, "as-1")).toEqual({ a: [0, 0], B: [0, 0] });
    expect(await rowsOf(admin, "as-2")).toEqual({ a: [5, 1], B: [0, 0] });
    expect(await rowsOf(admin, "as-group")).toEqual({});
    expect((await assign(["as-1"], ["a"])).body).toBe(0);
    expect((await assign([], [])).body).toBe(0);
  });
});

describe("unassigning sources", () => {
  it("removes rows, with their low-stock thresholds, and counts them; unknown SKUs are ignored", async () => {
    await create("un-1", { extension_attributes: { stock_item: { qty: 4, is_in_stock: true } } });
    await save(item("un-1", "a", 5, 1), item("un-1", "B", 6, 1));
    await notify("un-1", "a", "3");
    const { status, body } = await unassign(["UN-1", "nobody"], ["A", "default"]);
    expect([status, body]).toEqual([200, 2]);
    expect(await rowsOf(admin, "un-1")).toEqual({ B: [6, 1] });
    expect(await notifications("un-1")).toEqual({});
    expect(await stockOf("un-1")).toEqual([0, false]);
  });

  it.each([
    ["assign", assign],
    ["unassign", unassign],
  ])("is rejected for unknown sources, as assigning is (%s)", async (_what, call) => {
    const { status, body } = await call(["un-1"], ["nowhere", "a", "${x}", "nowhere"]);
    expect([status, body]).toEqual([
      400,
      { message: "Validation Failed", errors: [unknown("Source", "nowhere"), unknown("Source", "${x}")] },
    ]);
  });
});

describe("transferring a source", () => {
  it("adds quantities, takes the status of the origin, and unassigns it", async () => {
    await create("tr-1");
    await save(item("tr-1", "a", 12, 0), item("tr-1", "B", 3, 1));
    const { status, body } = await transfer(["TR-1"], ["A", "b"], true);
    expect([status, body]).toEqual([200, true]);
    expect(await rowsOf(admin, "tr-1")).toEqual({ B: [15, 0] });
  });

  it("leaves quantity 0 at the origin if it stays assigned", async () => {
    await create("tr-2");
    await save(item("tr-2", "a", 12, 1));
    await transfer(["tr-2"], ["a", "B"], false);
    expect(await rowsOf(admin, "tr-2")).toEqual({ a: [0, 0], B: [12, 1] });
  });

  it("leaves the destination as it is for products that the origin lacks, or adds an empty row", async () => {
    for (const sku of ["tr-3", "tr-4"]) await create(sku);
    await create("tr-group", { type_id: "grouped" });
    await save(item("tr-3", "B", 3, 1), item("tr-nobody", "a", 4, 1));
    await transfer(["tr-3", "tr-4", "tr-group", "tr-nobody"], ["a", "B"], true);
    const rows = await Promise.all(["tr-3", "tr-4", "tr-group", "tr-nobody"].map((sku) => rowsOf(admin, sku)));
    expect(rows).toEqual([{ B: [3, 1] }, { B: [0, 0] }, {}, { a: [4, 1] }]);
  });

  it("copies low-stock thresholds only if the destination has none", async () => {
    for (const sku of ["tr-5", "tr-6"]) {
      await create(sku);
      await save(item(sku, "a", 1, 1));
      await notify(sku, "a", "7");
    }
    await notify("tr-6", "B", "9");
    await transfer(["tr-5"], ["a", "B"], false);
    await transfer(["tr-6"], ["a", "B"], true);
    expect([await notifications("tr-5"), await notifications("tr-6")]).toEqual([{ a: 7, B: 7 }, { B: 9 }]);
  });

  it("moves the stock of the default source with the stock item, both ways", async () => {
    await create("tr-7", { extension_attributes: { stock_item: { qty: 4, is_in_stock: true } } });
    await transfer(["tr-7"], ["default", "a"], true);
    expect(await stockOf("tr-7")).toEqual([0, false]);
    expect(await rowsOf(admin, "tr-7")).toEqual({ a: [4, 1] });
    await transfer(["tr-7"], ["a", "default"], false);
    expect(await stockOf("tr-7")).toEqual([4, true]);
    expect(await stockMismatches(app.db)).toEqual([]);
  });

  it("is rejected, and changes nothing, if a sum does not fit its column", async () => {
    await create("tr-8");
    await save(item("tr-8", "a", 99999999, 1), item("tr-8", "B", 99999999, 1));
    const { status, body } = await transfer(["tr-8"], ["a", "B"], true);
    expect([status, body]).toEqual([400, { message: "Could not save Source Item" }]);
    expect(await rowsOf(admin, "tr-8")).toEqual({ a: [99999999, 1], B: [99999999, 1] });
  });

  it.each([
    ["nowhere", "elsewhere", [unknown("Origin source", "nowhere"), unknown("Destination source", "elsewhere")]],
    ["b", "B", [{ message: "Cannot transfer a source on itself", parameters: [] }]],
  ])("is rejected with every reason from %s to %s", async (from, to, errors) => {
    const { status, body } = await transfer(["tr-1"], [from, to], true);
    const message = "Validation Error: Select different sources for origin and destination.";
    expect([status, body]).toEqual([400, { message, errors }]);
  });

  it("takes as many statements for many products as for one, and needs the permission for products", async () => {
    const skus = Array.from({ length: 100 }, (_, at) => `tr-many-${at}`);
    await app.db.execute(
      `with made as (insert into product (sku, sku_key, attribute_set_id, type_id)
        select sku, sku, 4, 'simple' from unnest($1::text[]) as given (sku) returning id)
      insert into stock_item (product_id) select id from made`,
      [skus],
    );
    expect((await assign(skus, ["default", "a"])).body).toBe(200);
    await save(...skus.map((sku) => item(sku, "default", 5, 1)));
    const statements = async (some: string[], from: string, to: string) =>
      (await app.statementsOf(() => transfer(some, [from, to], true))).length;
    expect(await statements(skus, "default", "a")).toBe(await statements(skus.slice(0, 1), "a", "default"));
    expect((await unassign(skus, ["a", "default"])).body).toBe(100);
    const other = await app.asAdmin(["Magento_InventoryApi::source"]);
    for (const what of ["assign", "unassign", "transfer"]) {
      const { status, body } = await other.post(`/V1/inventory/bulk-product-source-${what}`, {});
      expect([status, body.parameters.resources]).toEqual([401, "Magento_Catalog::products"]);
    }
  });
});
