import { beforeAll, describe, expect, it } from "vitest";
import { addStores, simple } from "../catalog/support.js";
import { startApp, useApp } from "../../support/app.js";
import { addProduct, addSources, item, withStockSetting } from "./support.js";

const path = "/V1/inventory/low-quantity-notification";
const { app, admin } = useApp();

const setting = (sku: string, source_code: string, notify_stock_qty?: number | null) => ({
  sku,
  source_code,
  notify_stock_qty,
});
const save = (...sourceItemConfigurations: object[]) => admin.post(path, { sourceItemConfigurations });
const remove = (...sourceItems: object[]) => admin.post(`${path}s-delete`, { sourceItems });
const read = async (sku: string, source: string) => (await admin.get(`${path}/${source}/${sku}`)).body;
const updateStock = (sku: string, stockItem: object) => admin.put(`/V1/products/${sku}/stockItems/1`, { stockItem });
const ownOf = async (sku: string) => {
  const { body } = await admin.get(`/V1/stockItems/${sku}`);
  return [body.use_config_notify_stock_qty, body.notify_stock_qty];
};

// The first tests have one enabled source, later ones have several.
describe("the low-stock threshold of a product at its only source", () => {
  it("is that of the settings until the stock item has its own, which is copied to the default source", async () => {
    await addProduct(admin, "Low-1", { stock_item: { qty: 5 } });
    expect(await read("low-1", "DEFAULT")).toEqual(setting("Low-1", "default", 1));
    await withStockSetting(app.db, ["item_options/notify_stock_qty", "12"], async () => {
      expect(await read("low-1", "default")).toEqual(setting("Low-1", "default", 12));
    });
    await updateStock("low-1", { use_config_notify_stock_qty: false, notify_stock_qty: 6 });
    expect(await read("low-1", "default")).toEqual(setting("Low-1", "default", 6));
    await updateStock("low-1", { use_config_notify_stock_qty: true });
    expect(await read("low-1", "default")).toEqual(setting("Low-1", "default", 1));
  });

  it("can be set with a new product", async () => {
    const stock_item = { use_config_notify_stock_qty: false, notify_stock_qty: 4 };
    await addProduct(admin, "low-new", { stock_item });
    expect(await read("low-new", "default")).toEqual(setting("low-new", "default", 4));
  });

  it("leaves the stock item alone when it is saved", async () => {
    await addProduct(admin, "low-alone");
    expect((await save(setting("low-alone", "default", 8))).status).toBe(200);
    expect(await read("low-alone", "default")).toEqual(setting("low-alone", "default", 8));
    expect(await ownOf("low-alone")).toEqual([true, 1]);
  });
});

describe("the low-stock thresholds of SKUs at several sources", () => {
  beforeAll(() => addSources(admin, "Berlin"));

  it("are saved by SKU and source, ignoring case; the last duplicate wins, and null falls back to the settings", async () => {
    await addProduct(admin, "pair");
    const { status, body } = await save(
      setting("PAIR", "berlin", 3),
      setting("pair", "BERLIN", 4.5),
      setting("nobody", "berlin", 1),
    );
    expect([status, body]).toEqual([200, []]);
    expect(await read("pair", "berlin")).toEqual(setting("pair", "Berlin", 4.5));
    await save(setting("pair", "berlin", null));
    expect(await read("pair", "berlin")).toEqual(setting("pair", "Berlin", 1));
  });

  it("are copied from the default source to stock items, which have the date at which stock became low", async () => {
    await addProduct(admin, "follows", { stock_item: { qty: 5 } });
    await save(setting("follows", "Default", 7));
    expect(await ownOf("follows")).toEqual([false, 7]);
    expect((await admin.get("/V1/stockItems/follows")).body.low_stock_date).toEqual(expect.any(String));
    await save(setting("follows", "default", 0));
    expect(await ownOf("follows")).toEqual([true, 1]);
    expect((await admin.get("/V1/stockItems/follows")).body.low_stock_date).toBeNull();
    await save(setting("follows", "default", 7), setting("follows", "berlin", 9));
    await remove(setting("FOLLOWS", "default"));
    expect(await ownOf("follows")).toEqual([true, 1]);
    expect(await read("follows", "berlin")).toMatchObject({ notify_stock_qty: 9 });
  });

  it("are removed; an empty list and unknown pairs are ignored", async () => {
    await addProduct(admin, "freed");
    await save(setting("freed", "berlin", 3));
    for (const reply of [
      await remove(),
      await remove({ sku: "nobody", source_code: "nowhere" }, {}),
      await remove(item("freed", "BERLIN", 0, 0)),
    ]) {
      expect([reply.status, reply.body]).toEqual([200, []]);
    }
    expect(await read("freed", "berlin")).toMatchObject({ notify_stock_qty: 1 });
  });

  it.each([
    ["no source", { sku: "a", notify_stock_qty: 1 }],
    ["no SKU", { source_code: "berlin", notify_stock_qty: 1 }],
    ["a quantity that no column holds", setting("a", "berlin", 1e30)],
  ])("are rejected for %s, together with the others of the call", async (_what, given) => {
    const { status, body } = await save(setting("pair", "berlin", 99), given);
    expect([status, body]).toEqual([400, { message: "Could not save Source Item Configuration" }]);
    expect(await read("pair", "berlin")).toMatchObject({ notify_stock_qty: 1 });
  });

  it("are ignored for unknown sources, and saved for the other ones of the call", async () => {
    await addProduct(admin, "elsewhere");
    const { status, body } = await save(setting("elsewhere", "nowhere", 5), setting("elsewhere", "berlin", 6));
    expect([status, body]).toEqual([200, []]);
    expect(await read("elsewhere", "berlin")).toMatchObject({ notify_stock_qty: 6 });
    expect(await read("elsewhere", "nowhere")).toEqual({ message: "Wrong input data" });
  });

  it("are rejected as an empty list, and not found for unknown sources and SKUs", async () => {
    const empty = await save();
    expect([empty.status, empty.body]).toEqual([400, { message: "Input data is empty" }]);
    for (const missing of ["nowhere/pair", "berlin/nobody"]) {
      const { status, body } = await admin.get(`${path}/${missing}`);
      expect([status, body]).toEqual([400, { message: "Wrong input data" }]);
    }
  });

  it("need their permissions", async () => {
    const other = await app.asAdmin(["Magento_InventoryApi::source"]);
    const replies = [
      await other.get(`${path}/default/pair`),
      await other.post(path, { sourceItemConfigurations: [] }),
      await other.post(`${path}s-delete`, { sourceItems: [] }),
    ];
    const rights = ["low_quantity", "stock_create_low_quantity", "stock_delete_low_quantity"];
    expect(replies.map(({ status, body }) => [status, body.parameters.resources])).toEqual(
      rights.map((right) => [401, `Magento_InventoryLowQuantityNotificationApi::${right}_notification`]),
    );
  });
});

describe("low stock", () => {
  let outlet: number;
  const low = async (query: string) => (await admin.get(`/V1/stockItems/lowStock/?${query}`)).body;
  beforeAll(async () => {
    outlet = (await addStores(app.db)).otherWebsite;
  });

  it("is listed up to a quantity, in pages, with the values of settings", async () => {
    await using own = await startApp();
    const client = await own.asAdmin();
    for (const [sku, qty] of [
      ["a", 100],
      ["b", 0.5],
      ["c", 140],
      ["d", 3],
    ] as const) {
      await client.post("/V1/products", { product: simple(sku, { extension_attributes: { stock_item: { qty } } }) });
    }
    const list = async (query: string) => (await client.get(`/V1/stockItems/lowStock/?scopeId=0&${query}`)).body;
    const quantities = (body: { items: { qty: number }[] }) => body.items.map(({ qty }) => qty);
    const all = await list("qty=100");
    expect(quantities(all)).toEqual([100, 0.5, 3]);
    expect(all.items[0]).toEqual((await client.get("/V1/stockItems/a")).body);
    expect(all.total_count).toBe(3);
    expect(all.search_criteria).toEqual({
      mapper_interface_name: expect.stringContaining("StockItemCriteriaMapper") as string,
      criteria_list: [],
      filters: [],
      orders: [],
      limit: ["1", "0"],
    });
    const second = await list("qty=100&currentPage=2&pageSize=2");
    expect([quantities(second), second.total_count, second.search_criteria.limit]).toEqual([[3], 3, ["2", "2"]]);
    expect(quantities(await list("qty=100&currentPage=9999999&pageSize=2147483647"))).toEqual([]);
    const statements = await own.statementsOf(() => list("qty=100&pageSize=2"));
    expect(statements.filter((text) => text.includes("stock_item"))).toHaveLength(1);
  });

  it("is limited to the products that the website sells", async () => {
    const { id } = await addProduct(admin, "outlet-only", { stock_item: { qty: 2 } });
    await app.db.execute("delete from product_website where product_id = $1", [id]);
    await admin.post("/V1/products/outlet-only/websites", { productWebsiteLink: { website_id: outlet } });
    const ids = (body: { items: { product_id: number }[] }) => body.items.map(({ product_id }) => product_id);
    expect(ids(await low(`scopeId=${outlet}&qty=2`))).toEqual([id]);
    expect(ids(await low("scopeId=1&qty=2"))).not.toContain(id);
    expect(ids(await low("scopeId=999&qty=1000"))).toEqual([]);
  });

  it("needs a website and a quantity that stock can have", async () => {
    const none = await admin.get("/V1/stockItems/lowStock/");
    expect(none.status).toBe(400);
    expect(none.body.errors.map(({ parameters }: { parameters: object }) => parameters)).toEqual([
      { fieldName: "scopeId" },
      { fieldName: "qty" },
    ]);
    expect((await admin.get("/V1/stockItems/lowStock?scopeId=0&qty=1e999")).status).toBe(400);
  });
});
