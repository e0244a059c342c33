import { describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { simple } from "../catalog/support.js";
import { withStockSetting } from "./support.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

/** Creates a product that is in stock if it has a quantity above 0 and nothing else is said. */
interface GivenStock {
  readonly qty?: number;
  readonly is_in_stock?: boolean;
  readonly [setting: string]: unknown;
}

const create = async (sku: string, given?: GivenStock, more = {}) => {
  const stock_item = given?.qty === undefined ? given : { is_in_stock: given.qty > 0, ...given };
  const product = simple(sku, { extension_attributes: { stock_item }, ...more });
  return (await admin.post("/V1/products", { product })).body;
};
const read = async (sku: string) => (await admin.get(`/V1/stockItems/${sku}`)).body;
const status = async (sku: string) => (await admin.get(`/V1/stockStatuses/${sku}`)).body.stock_status;
const update = (sku: string, stockItem: object) => admin.put(`/V1/products/${sku}/stockItems/1`, { stockItem });
/** Updates the stock, and reads it. */
const updated = async (sku: string, stockItem: object) => {
  const { status: answered } = await update(sku, stockItem);
  expect(answered).toBe(200);
  return read(sku);
};
const skuNotFound = { message: 'The Product with the "%1" SKU doesn\'t exist.', parameters: ["nobody"] };

describe("the stock of a product", () => {
  it("is the same through its own route as in the product, and starts with the defaults", async () => {
    const product = await create("fresh", { qty: 100 });
    const { status: answered, body } = await admin.get("/V1/stockItems/FRESH?scopeId=1");
    expect(answered).toBe(200);
    expect(body).toEqual(product.extension_attributes.stock_item);
    expect(body).toEqual({
      item_id: expect.any(Number) as number,
      product_id: product.id,
      stock_id: 1,
      qty: 100,
      is_in_stock: true,
      is_qty_decimal: false,
      show_default_notification_message: false,
      use_config_min_qty: true,
      min_qty: 0,
      use_config_min_sale_qty: 1,
      min_sale_qty: 1,
      use_config_max_sale_qty: true,
      max_sale_qty: 10000,
      use_config_backorders: true,
      backorders: 0,
      use_config_notify_stock_qty: true,
      notify_stock_qty: 1,
      use_config_qty_increments: true,
      qty_increments: 0,
      use_config_enable_qty_inc: true,
      enable_qty_increments: false,
      use_config_manage_stock: true,
      manage_stock: true,
      low_stock_date: null,
      is_decimal_divided: false,
      stock_status_changed_auto: 0,
    });
  });

  it("is changed in the given fields, by the SKU, whatever ids are sent", async () => {
    const { item_id, product_id } = (await create("changed", { qty: 1 })).extension_attributes.stock_item;
    const { status: answered, body } = await update("changed", {
      item_id: 222,
      product_id: 222,
      qty: "111.5",
      is_qty_decimal: true,
      use_config_min_sale_qty: 0,
      min_sale_qty: 0.5,
    });
    expect([answered, body]).toEqual([200, item_id]);
    const stock = await read("changed");
    expect(stock).toMatchObject({ item_id, product_id, qty: 111.5, is_qty_decimal: true, min_sale_qty: 0.5 });
    expect(stock.max_sale_qty).toBe(10000);
    expect((await update("changed", {})).body).toBe(item_id);
    expect((await admin.get("/V1/products/changed")).body.extension_attributes.stock_item).toEqual(stock);
  });

  it.each([
    ["by its own route", (sku: string, stockItem: object) => update(sku, stockItem)],
    [
      "with the product",
      (sku: string, stock_item: object) =>
        admin.put(`/V1/products/${sku}`, { product: { extension_attributes: { stock_item } } }),
    ],
  ])("is rejected with quantities that do not fit, %s", async (how, send) => {
    const sku = how.replaceAll(" ", "-");
    await create(sku, { qty: 5 });
    for (const [name, value] of [
      ["qty", 1e8],
      ["qty", "-1e400"],
      ["min_qty", -1e8],
      ["min_sale_qty", -1],
      ["max_sale_qty", "1e300"],
      ["backorders", 3],
    ] as const) {
      const { status: answered, body } = await send(sku, { [name]: value });
      expect([answered, body.message, body.parameters.fieldName]).toEqual([
        400,
        'Invalid value of "%value" provided for the %fieldName field.',
        name,
      ]);
    }
    expect((await send(sku, { qty: "plenty" })).status).toBe(400);
    expect((await read(sku)).qty).toBe(5);
  });

  it("needs an existing product, and the permission for stock", async () => {
    const other = await app.asAdmin(["Magento_Catalog::catalog"]);
    const paths = ["/V1/stockItems/nobody", "/V1/stockStatuses/nobody"];
    for (const path of paths) {
      const reply = await admin.get(path);
      expect([reply.status, reply.body]).toEqual([404, skuNotFound]);
    }
    const changed = await update("nobody", { qty: 1 });
    expect([changed.status, changed.body]).toEqual([404, skuNotFound]);
    const refused = [
      ...(await Promise.all([...paths, "/V1/stockItems/lowStock/?scopeId=0&qty=1"].map((path) => other.get(path)))),
      await other.put("/V1/products/nobody/stockItems/1", { stockItem: {} }),
    ];
    expect(refused.map((reply) => reply.status)).toEqual([401, 401, 401, 401]);
  });

  it("is out of stock when it runs out, and in stock again when it is replenished, unless it was set manually", async () => {
    await create("auto", { qty: 5 });
    expect(await updated("auto", { qty: 0 })).toMatchObject({ is_in_stock: false, stock_status_changed_auto: 1 });
    expect(await updated("auto", { qty: 3 })).toMatchObject({ is_in_stock: true });
    expect(await updated("auto", { is_in_stock: false })).toMatchObject({
      is_in_stock: false,
      stock_status_changed_auto: 0,
    });
    expect(await updated("auto", { qty: 9 })).toMatchObject({ is_in_stock: false });
    expect(await updated("auto", { is_in_stock: true })).toMatchObject({ is_in_stock: true });
  });

  it("keeps a sent `stock_status_changed_auto` while its status stays", async () => {
    await create("sent-auto", { qty: 5 });
    expect(await updated("sent-auto", { stock_status_changed_auto: 1 })).toMatchObject({
      stock_status_changed_auto: 1,
    });
    expect(await updated("sent-auto", { qty: 6 })).toMatchObject({ is_in_stock: true, stock_status_changed_auto: 1 });
    expect(await updated("sent-auto", { is_in_stock: false, stock_status_changed_auto: 1 })).toMatchObject({
      is_in_stock: false,
      stock_status_changed_auto: 0,
    });
  });

  it.each([
    ["nothing is said of it", undefined],
    ["there is none of it", { qty: 0 }],
    ["there is none of it, and it is said to be out of stock", { qty: 0, is_in_stock: false }],
    ["there is some of it", { qty: 5, is_in_stock: false }],
  ])("stays out of stock until it is set in stock, if the product is created and %s", async (how, stock) => {
    const sku = how.replace(/[ ,]+/g, "-");
    const { extension_attributes } = await create(sku, stock);
    expect(extension_attributes.stock_item).toMatchObject({
      ...{ qty: stock?.qty ?? null, is_in_stock: false, stock_status_changed_auto: 0, low_stock_date: null },
    });
    expect(await updated(sku, { qty: 4 })).toMatchObject({ qty: 4, is_in_stock: false });
    expect(await updated(sku, { qty: 4, is_in_stock: true })).toMatchObject({ is_in_stock: true });
    expect(await status(sku)).toBe(1);
    expect(await updated(sku, { qty: 0 })).toMatchObject({ is_in_stock: false, stock_status_changed_auto: 1 });
    expect(await updated(sku, { qty: 2 })).toMatchObject({ is_in_stock: true });
  });

  it("is in stock without a quantity if the product is created so, until its stock is changed", async () => {
    expect((await create("promised", { is_in_stock: true })).extension_attributes.stock_item).toMatchObject({
      ...{ qty: null, is_in_stock: true, stock_status_changed_auto: 0 },
    });
    expect(await updated("promised", { is_in_stock: true })).toMatchObject({ is_in_stock: false });
  });

  it("loses its quantity when null is sent, and counts as low after any save of the product", async () => {
    await create("cleared", { qty: 10 });
    const stock = { qty: null, is_in_stock: false, stock_status_changed_auto: 1 };
    expect(await updated("cleared", { qty: null })).toMatchObject(stock);
    await create("unsaid");
    await admin.put("/V1/products/unsaid", { product: { name: "Saved" } });
    expect((await read("unsaid")).low_stock_date).toMatch(/^\d{4}-/);
  });

  it("counts as low after a save of the price alone, whether it is managed or not", async () => {
    await create("priced", { manage_stock: false, use_config_manage_stock: false });
    expect((await read("priced")).low_stock_date).toBeNull();
    await admin.put("/V1/products/priced", { product: { price: 11 } });
    expect((await read("priced")).low_stock_date).toMatch(/^\d{4}-/);
  });

  it("counts as low from its creation only below a threshold of its own", async () => {
    await create("own-threshold", { qty: 3, notify_stock_qty: 5, use_config_notify_stock_qty: false });
    expect((await read("own-threshold")).low_stock_date).toMatch(/^\d{4}-/);
  });

  it("stays out of stock if it was set out of stock before it ran out", async () => {
    await create("withdrawn", { qty: 5, is_in_stock: false });
    await update("withdrawn", { qty: 0 });
    expect(await updated("withdrawn", { qty: 5 })).toMatchObject({ is_in_stock: false });
  });

  it("runs out at its minimum quantity, and never if backorders are allowed", async () => {
    await create("kept-back", { qty: 5 });
    const kept = { use_config_min_qty: false, min_qty: 5 };
    expect(await updated("kept-back", kept)).toMatchObject({ min_qty: 5, is_in_stock: false });
    const orderable = { use_config_backorders: false, backorders: 2, qty: -3 };
    expect(await updated("kept-back", orderable)).toMatchObject({ qty: -3, backorders: 2, is_in_stock: true });
    expect(await updated("kept-back", { is_in_stock: true, backorders: 0 })).toMatchObject({ is_in_stock: false });
  });

  it("is always in stock if it is not managed", async () => {
    await create("uncounted", { qty: 0 });
    const stock = await updated("uncounted", { use_config_manage_stock: false, manage_stock: false });
    expect(stock).toMatchObject({ manage_stock: false, is_in_stock: true });
    expect(await status("uncounted")).toBe(1);
    const counted = await updated("uncounted", { manage_stock: true });
    expect(counted).toMatchObject({ is_in_stock: false });
    expect(await status("uncounted")).toBe(0);
  });

  it("has the date at which it became low, as long as it is low", async () => {
    await create("low", { qty: 5 });
    const low = await updated("low", { use_config_notify_stock_qty: false, notify_stock_qty: 6 });
    expect(low.low_stock_date).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect((await updated("low", { qty: 4 })).low_stock_date).toBe(low.low_stock_date);
    expect((await updated("low", { qty: 6 })).low_stock_date).toBeNull();
  });

  it("does not follow the status that a product sends as an attribute", async () => {
    const custom_attributes = [{ attribute_code: "quantity_and_stock_status", value: "1" }];
    await admin.post("/V1/products", { product: simple("by-status", { custom_attributes }) });
    expect(await read("by-status")).toMatchObject({ is_in_stock: false, qty: null });
    await create("by-item", { qty: 5, is_in_stock: true });
    for (const value of ["0", ["0", "7"]]) {
      const sent = [{ attribute_code: "quantity_and_stock_status", value }];
      expect((await admin.put("/V1/products/by-item", { product: { custom_attributes: sent } })).status).toBe(200);
      expect(await read("by-item")).toMatchObject({ is_in_stock: true, qty: 5 });
    }
  });

  it("has no minimum above zero with backorders", async () => {
    await create("backordered", { qty: 5 });
    expect(await updated("backordered", { use_config_min_qty: false, min_qty: 3 })).toMatchObject({ min_qty: 3 });
    expect(await updated("backordered", { use_config_backorders: false, backorders: 1 })).toMatchObject({ min_qty: 0 });
    expect(await updated("backordered", { min_qty: -3 })).toMatchObject({ min_qty: -3 });
    expect(await updated("backordered", { backorders: 0, min_qty: 3 })).toMatchObject({ min_qty: 3 });
  });

  it("belongs to one product and to the default stock", async () => {
    await create("owner", { qty: 5 });
    const own = (await read("owner")).item_id;
    const save = (stock_item: object) =>
      admin.put("/V1/products/owner", { product: { extension_attributes: { stock_item } } });
    expect((await save({ stock_id: 2, qty: 6 })).body).toEqual({
      message: 'The "%1" value is invalid for stock ID. Enter stock with a default value of %2 to try again.',
      parameters: [2, "1"],
    });
    expect((await save({ item_id: 999999, qty: 6 })).body).toEqual({
      message:
        'The "%1" value is invalid for stock item ID. Use the stock item ID\'s assigned "%2" value and try again.',
      parameters: [999999, String(own)],
    });
    const { status } = await admin.put(`/V1/products/owner/stockItems/${own}`, { stockItem: { stock_id: 2, qty: 6 } });
    expect(status).toBe(400);
    expect(await read("owner")).toMatchObject({ qty: 5 });
    expect((await save({ item_id: own, stock_id: 1, qty: 6 })).status).toBe(200);
    expect(await read("owner")).toMatchObject({ qty: 6 });
  });

  it.each([
    ["min_qty", "3", { min_qty: 3 }],
    ["backorders", "1", { backorders: 1 }],
    ["max_sale_qty", "7.5", { max_sale_qty: 7.5 }],
    ["notify_stock_qty", "12", { notify_stock_qty: 12 }],
    ["manage_stock", "0", { manage_stock: false, is_in_stock: true }],
    ["min_sale_qty", '{"0":"2","32000":"3"}', { min_sale_qty: 2 }],
    ["min_sale_qty", '{"1":"2","32000":"3"}', { min_sale_qty: 3 }],
    ["min_sale_qty", "{nonsense", { min_sale_qty: 1 }],
    ["enable_qty_increments", "1", { enable_qty_increments: true, qty_increments: 1 }],
  ])("takes %s from the setting %s, in the product as well", async (name, value, expected) => {
    const sku = `setting-${name}-${value.length}`;
    await create(sku);
    const before = await read(sku);
    await withStockSetting(app.db, [`item_options/${name}`, value], async () => {
      expect(await read(sku)).toEqual({ ...before, ...expected });
      expect((await admin.get(`/V1/products/${sku}`)).body.extension_attributes.stock_item).toMatchObject(expected);
    });
  });

  it("has increments of its own if they are enabled", async () => {
    await create("boxes", { qty: 100 });
    const own = { use_config_qty_increments: false, qty_increments: 6 };
    expect(await updated("boxes", own)).toMatchObject({ enable_qty_increments: false, qty_increments: 0 });
    const enabled = { use_config_enable_qty_inc: false, enable_qty_increments: true };
    expect(await updated("boxes", enabled)).toMatchObject({ enable_qty_increments: true, qty_increments: 6 });
  });

  it("is not written by an update that changes nothing", async () => {
    await create("same", { qty: 5 });
    const statements = await app.statementsOf(() => update("same", { qty: "5.0000", is_in_stock: true }));
    expect(statements.filter((text) => /update stock_item|inventory_source_item/.test(text))).toEqual([]);
  });

  it("takes three statements to change: the product, its stock and the write", async () => {
    await create("counted", { qty: 5 });
    const statements = await app.statementsOf(() => update("counted", { qty: 0, backorders: 1 }));
    expect(statements.filter((text) => /from product\b|stock_item/.test(text))).toHaveLength(3);
  });

  it("keeps all concurrent changes, one after the other", async () => {
    await create("at-once", { qty: 5 });
    const changes = [{ qty: 7 }, { is_qty_decimal: true }, { use_config_max_sale_qty: false, max_sale_qty: 3 }];
    const replies = await Promise.all(changes.map((change) => update("at-once", change)));
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200]);
    expect(await read("at-once")).toMatchObject({ qty: 7, is_qty_decimal: true, max_sale_qty: 3 });
  });

  it("is updated in bulk and over GraphQL", async () => {
    await create("bulk", { qty: 1 });
    const accepted = await admin.put("/async/bulk/V1/products/byProductSku/stockItems/byItemId", [
      { productSku: "bulk", stockItem: { item_id: 1, qty: 50 } },
      { productSku: "nobody", stockItem: { item_id: 1, qty: 50 } },
    ]);
    const { operations_list: operations } = await waitForBulk(admin, accepted);
    expect(operations.map((operation) => operation.status)).toEqual([1, 3]);
    const { body } = await admin.graphql(
      `{ stockItem(sku: "bulk") { qty } stockStatus(sku: "bulk") { qty stock_status }
        lowStockItems(scopeId: 0, qty: -5) { total_count } }`,
    );
    expect(body.data).toEqual({
      stockItem: { qty: 50 },
      stockStatus: { qty: 50, stock_status: 1 },
      lowStockItems: { total_count: 0 },
    });
    const changed = await admin.graphql(`mutation { updateStockItem(sku: "bulk", stockItem: { qty: 49.5 }) }`);
    expect(changed.body.data.updateStockItem).toEqual(expect.any(Number));
  });
});
