import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { addProduct, addStock, setSourceItems, withStockSetting } from "./support.js";

const { app, admin } = useApp();
let europe: number;

beforeAll(async () => {
  europe = await addStock(admin, "Europe", "berlin", "paris", "rome");
});

const path = "/V1/inventory";
const quantity = (sku: string, stock = europe) => admin.get(`${path}/get-product-salable-quantity/${sku}/${stock}`);
const isSalable = async (sku: string, stock = europe) =>
  (await admin.get(`${path}/is-product-salable/${sku}/${stock}`)).body as unknown;
const requested = async (sku: string, qty: number | string, stock = europe) =>
  (await admin.get(`${path}/is-product-salable-for-requested-qty/${sku}/${stock}/${qty}`)).body as {
    readonly salable: boolean;
    readonly errors: readonly { readonly code: string; readonly message: string }[];
  };
const reserve = (sku: string, amount: number, stock = europe) =>
  app.db.models.inventoryReservedQuantity.create({
    data: { sku_key: sku.toLowerCase(), stock_id: stock, quantity: String(amount) },
  });
/** A product of which 5 and 2.5 are at two sources, and 2 of them reserved. */
async function worked(sku: string, stockItem: object) {
  await addProduct(admin, sku, { stock_item: { is_qty_decimal: true, ...stockItem } });
  await setSourceItems(
    app.db,
    { sku, source: "berlin", quantity: 5 },
    { sku, source: "paris", quantity: 2.5 },
    { sku, source: "rome", quantity: 100, status: 0 },
  );
  await reserve(sku, -2);
}
const own = (name: string, value: unknown) => ({
  [`use_config_${name}`]: name === "min_sale_qty" ? 0 : false,
  [name]: value,
});
const notEnough = [
  { code: "back_order-disabled", message: "Backorders are disabled" },
  { code: "manage_stock-enabled", message: "Manage stock is enabled" },
  { code: "is_salable_with_reservations-not_enough_qty", message: "The requested qty is not available" },
];
const notFound = { message: "The product that was requested doesn't exist. Verify the product and try again." };

describe("the salable quantity of a product", () => {
  it.each([
    ["less min_qty", { ...own("min_qty", 3) }, 2.5],
    [
      "with backorders and min_qty above 0, of which min_qty is no part",
      { ...own("min_qty", 3), ...own("backorders", 1) },
      5.5,
    ],
    ["with backorders down to min_qty below 0", { ...own("min_qty", -4), ...own("backorders", 1) }, 9.5],
    ["without backorders, where a min_qty below 0 counts as 0", { ...own("min_qty", -4) }, 5.5],
    ["in the same way where stock is not managed", { ...own("min_qty", 3), ...own("manage_stock", false) }, 2.5],
  ])("is what enabled sources have in stock and is not reserved, %s", async (title, stockItem, expected) => {
    const sku = `sum-${title.length}`;
    await worked(sku, stockItem);
    const { status, body } = await quantity(sku.toUpperCase());
    expect([status, body]).toEqual([200, expected]);
  });

  it("is 0 if the product is not salable, and negative if more was backordered than is in stock", async () => {
    await addProduct(admin, "little");
    await setSourceItems(app.db, { sku: "little", source: "berlin", quantity: 2 });
    await reserve("little", -3);
    expect((await quantity("little")).body).toBe(0);
    await addProduct(admin, "ordered-back", { stock_item: own("backorders", 1) });
    await setSourceItems(app.db, { sku: "ordered-back", source: "berlin", quantity: 2 });
    await reserve("ordered-back", -3);
    expect((await quantity("ordered-back")).body).toBe(-1);
  });

  it("changes immediately when a source is disabled or unlinked", async () => {
    await addStock(admin, "Asia", "tokyo", "osaka");
    const { body: stocks } = await admin.get(`${path}/stocks`);
    const asia = (stocks.items as { stock_id: number; name: string }[]).find(({ name }) => name === "Asia")?.stock_id;
    await addProduct(admin, "tea");
    await setSourceItems(
      app.db,
      { sku: "tea", source: "tokyo", quantity: 4 },
      { sku: "tea", source: "osaka", quantity: 3 },
    );
    expect((await quantity("tea", asia)).body).toBe(7);
    await admin.put(`${path}/sources/osaka`, {
      source: { source_code: "osaka", name: "osaka", postcode: "1", country_id: "JP", enabled: false },
    });
    expect((await quantity("tea", asia)).body).toBe(4);
    await admin.post(`${path}/stock-source-links-delete`, {
      links: [{ stock_id: asia, source_code: "tokyo", priority: 1 }],
    });
    expect((await quantity("tea", asia)).body).toBe(0);
    expect(await isSalable("tea", asia)).toBe(false);
  });

  it("is rejected for unknown SKUs, composite products and unknown stocks", async () => {
    const unknown = await quantity("nobody");
    expect([unknown.status, unknown.body]).toEqual([404, notFound]);
    await addProduct(admin, "group", { type_id: "grouped" });
    const composite = await quantity("group");
    const message = "Can't check requested quantity for products without Source Items support.";
    expect([composite.status, composite.body]).toEqual([400, { message }]);
    await addProduct(admin, "known");
    const stock = await quantity("known", 999);
    expect([stock.status, stock.body]).toEqual([400, { message: "Could not receive Stock Item data" }]);
  });
});

describe("the salability of a product", () => {
  it("needs a row in stock at an enabled source, and a salable quantity", async () => {
    await addProduct(admin, "plain");
    expect(await isSalable("plain")).toBe(false);
    await setSourceItems(app.db, { sku: "plain", source: "berlin", quantity: 5, status: 0 });
    expect(await isSalable("plain")).toBe(false);
    await setSourceItems(app.db, { sku: "plain", source: "berlin", quantity: 5 });
    expect(await isSalable("plain")).toBe(true);
    await reserve("plain", -5);
    expect(await isSalable("plain")).toBe(false);
    expect(await isSalable("nobody")).toBe(false);
    expect(await isSalable("plain", 999)).toBe(false);
  });

  it("depends on backorders and on whether stock is managed, for products assigned to the stock", async () => {
    await addProduct(admin, "unmanaged", { stock_item: own("manage_stock", false) });
    expect([await isSalable("unmanaged"), await isSalable("unmanaged", 1)]).toEqual([false, true]);
    await setSourceItems(app.db, { sku: "unmanaged", source: "rome", quantity: 0, status: 0 });
    expect(await isSalable("unmanaged")).toBe(true);
    await addProduct(admin, "back", { stock_item: own("backorders", 2) });
    await setSourceItems(app.db, { sku: "back", source: "rome", quantity: 0, status: 0 });
    expect(await isSalable("back")).toBe(false);
    await setSourceItems(app.db, { sku: "back", source: "rome", quantity: 0 });
    expect(await isSalable("back")).toBe(true);
  });

  it("follows the settings, even if they are not numbers", async () => {
    await addProduct(admin, "by-settings");
    await setSourceItems(app.db, { sku: "by-settings", source: "rome", quantity: 0 });
    expect(await isSalable("by-settings")).toBe(false);
    await withStockSetting(app.db, ["item_options/backorders", "1"], async () => {
      expect(await isSalable("by-settings")).toBe(true);
    });
    await withStockSetting(app.db, ["item_options/backorders", "many"], async () => {
      expect(await isSalable("by-settings")).toBe(false);
    });
    await withStockSetting(app.db, ["item_options/manage_stock", "0"], async () => {
      expect(await isSalable("by-settings")).toBe(true);
    });
  });

  it("does not depend on whether the product is enabled", async () => {
    await addProduct(admin, "disabled", { status: 2, visibility: 1 });
    await setSourceItems(app.db, { sku: "disabled", source: "rome", quantity: 1 });
    expect(await isSalable("disabled")).toBe(true);
  });

  it("follows from the parts of a grouped product and of a bundle, and from their own stock items", async () => {
    for (const sku of ["part-1", "part-2", "part-3"]) {
      await addProduct(admin, sku);
      await setSourceItems(app.db, { sku, source: "berlin", quantity: 1 });
    }
    const associated = ["part-1", "part-2"].map((linked_product_sku, position) => ({
      link_type: "associated",
      linked_product_sku,
      position,
    }));
    await addProduct(admin, "set", {
      type_id: "grouped",
      product_links: associated,
      stock_item: { is_in_stock: true },
    });
    const option = (required: boolean, ...skus: string[]) => ({
      title: "Pick",
      type: "radio",
      required,
      product_links: skus.map((sku) => ({ sku, qty: 1, is_default: false, price: 1, price_type: 0 })),
    });
    const { status } = await admin.post("/V1/products", {
      product: {
        sku: "box",
        name: "Box",
        attribute_set_id: 4,
        type_id: "bundle",
        price: 1,
        custom_attributes: ["price_type", "price_view"].map((attribute_code) => ({ attribute_code, value: "1" })),
        extension_attributes: {
          stock_item: { is_in_stock: true },
          bundle_product_options: [option(true, "part-1", "part-2"), option(false, "part-3")],
        },
      },
    });
    expect(status).toBe(200);
    const both = async () => [await isSalable("set"), await isSalable("box")];
    expect(await both()).toEqual([true, true]);
    await setSourceItems(app.db, { sku: "part-3", source: "berlin", quantity: 0 });
    await reserve("part-1", -1);
    expect(await both()).toEqual([true, true]);
    await reserve("part-2", -1);
    expect(await both()).toEqual([false, false]);
    await setSourceItems(app.db, { sku: "part-2", source: "paris", quantity: 1 });
    expect(await both()).toEqual([true, true]);
    expect([await isSalable("set", 1), await isSalable("box", 1)]).toEqual([false, false]);
    await admin.put("/V1/products/set/stockItems/1", { stockItem: { is_in_stock: false } });
    expect(await both()).toEqual([false, true]);
  });

  it("follows from the variations of a configurable product", async () => {
    const color = await app.db.models.attribute.findFirstOrThrow({ where: { code: "color" } });
    const { id } = await app.db.models.attributeOption.create({
      data: { attribute_id: color.id, label: "red", value: "red" },
    });
    await app.db.models.attributeOption.update({ where: { id }, data: { value: String(id) } });
    const custom_attributes = [{ attribute_code: "color", value: String(id) }];
    const child = await addProduct(admin, "red-shirt", { custom_attributes });
    const made = await admin.post("/V1/products", {
      product: {
        sku: "shirt",
        name: "Shirt",
        attribute_set_id: 4,
        type_id: "configurable",
        extension_attributes: {
          stock_item: { is_in_stock: true },
          configurable_product_options: [
            { attribute_id: String(color.id), label: "Colour", position: 0, values: [{ value_index: id }] },
          ],
          configurable_product_links: [child.id],
        },
      },
    });
    expect(made.status).toBe(200);
    expect(await isSalable("shirt")).toBe(false);
    await setSourceItems(app.db, { sku: "red-shirt", source: "rome", quantity: 1 });
    expect(await isSalable("shirt")).toBe(true);
  });
});

describe("a requested quantity", () => {
  it("is compared with the salable quantity to four decimal places", async () => {
    await worked("exact", { ...own("min_qty", -4), ...own("backorders", 1) });
    expect(await requested("exact", 9.5)).toEqual({ salable: true, errors: [] });
    expect((await requested("exact", "9.50004")).salable).toBe(true);
    expect(await requested("exact", 9.6)).toEqual({ salable: false, errors: notEnough });
  });

  it("can be any if backorders are allowed or stock is not managed", async () => {
    await worked("endless", { ...own("min_qty", 3), ...own("backorders", 1), ...own("max_sale_qty", 0) });
    expect(await requested("endless", "1e30")).toEqual({ salable: true, errors: [] });
    await worked("uncounted", own("manage_stock", false));
    expect((await requested("uncounted", 9999)).salable).toBe(true);
  });

  it("is rejected with all three reasons if there is too little", async () => {
    await worked("short", {});
    expect((await requested("short", 5.5)).salable).toBe(true);
    expect(await requested("short", 5.6)).toEqual({ salable: false, errors: notEnough });
    await withStockSetting(app.db, ["options/not_available_message", "1"], async () => {
      expect((await requested("short", 6)).errors[2]).toEqual({
        code: "is_salable_with_reservations-not_enough_qty",
        message: "Only 5.5 of 6 available",
      });
    });
  });

  it.each([
    { rule: "min_sale_qty", stock: own("min_sale_qty", 2), qty: 1.5, message: "The fewest you may purchase is 2." },
    { rule: "min_sale_qty", stock: {}, qty: "-1e999", message: "The fewest you may purchase is 1." },
    {
      rule: "max_sale_qty",
      stock: own("max_sale_qty", 4),
      qty: 5,
      message: "The requested qty exceeds the maximum qty allowed in shopping cart",
    },
    {
      rule: "max_sale_qty",
      stock: own("max_sale_qty", 4),
      qty: "1e99",
      message: "The requested qty exceeds the maximum qty allowed in shopping cart",
    },
    {
      rule: "qty_increment",
      stock: { enable_qty_increments: true, use_config_enable_qty_inc: false, ...own("qty_increments", 1.5) },
      qty: 4,
      message: "You can buy this product only in quantities of 1.5 at a time.",
    },
    {
      rule: "is_qty_decimal",
      stock: { is_qty_decimal: false },
      qty: 1.5,
      message: "You cannot use decimal quantity for this product.",
    },
  ])("breaks the rule $rule if it is $qty", async ({ rule, stock, qty, message }) => {
    const sku = `${rule}-${String(qty)}`;
    await worked(sku, stock);
    expect(await requested(sku, qty)).toEqual({
      salable: false,
      errors: [{ code: `is_correct_qty-${rule}`, message }],
    });
  });

  it("is rejected with the first limit that it breaks, and because no source has the product in stock", async () => {
    await addProduct(admin, "both");
    await setSourceItems(app.db, { sku: "both", source: "berlin", quantity: 9, status: 0 });
    const noSource = {
      code: "is_any_source_item_in_stock-no_source_items_in_stock",
      message: "There are no source items with the in stock status",
    };
    expect(await requested("both", 0.5)).toEqual({
      salable: false,
      errors: [{ code: "is_correct_qty-min_sale_qty", message: "The fewest you may purchase is 1." }, noSource],
    });
    expect((await requested("both", 1)).errors).toEqual([noSource]);
  });

  it("needs the product to be assigned to the stock, except for the default stock", async () => {
    await addProduct(admin, "loose");
    expect(await requested("loose", 1)).toEqual({
      salable: false,
      errors: [
        {
          code: "requested-sku-is-not-assigned-to-given-stock",
          message: "The requested sku is not assigned to given stock.",
        },
      ],
    });
    expect((await requested("loose", 1, 1)).errors.map(({ code }) => code)).toEqual([
      "is_any_source_item_in_stock-no_source_items_in_stock",
    ]);
  });

  it("is rejected for unknown SKUs and composite products, and must be a number", async () => {
    const of = (sku: string, qty: string) =>
      admin.get(`${path}/is-product-salable-for-requested-qty/${sku}/${europe}/${qty}`);
    const unknown = await of("nobody", "1");
    expect([unknown.status, unknown.body]).toEqual([404, notFound]);
    const composite = await of("set", "1");
    expect(composite.status).toBe(400);
    const text = await of("loose", "many");
    expect([text.status, text.body]).toEqual([
      400,
      { message: 'The "many" value\'s type is invalid. The "float" type was expected. Verify and try again.' },
    ]);
  });
});

describe("salability over GraphQL", () => {
  it("has its own fields, several of which take one statement", async () => {
    await worked("graph", {});
    const query = `query ($stock: Int!) {
      a: productSalableQuantity(sku: "graph", stockId: $stock) b: productSalableQuantity(sku: "short", stockId: $stock)
      isProductSalable(sku: "graph", stockId: $stock)
      isProductSalableForQuantity(sku: "graph", stockId: $stock, requestedQty: 6) { salable errors { code } } }`;
    let data: unknown;
    const statements = await app.statementsOf(async () => {
      data = (await admin.graphql(query, { stock: europe })).body.data;
    });
    expect(data).toEqual({
      a: 5.5,
      b: 5.5,
      isProductSalable: true,
      isProductSalableForQuantity: { salable: false, errors: notEnough.map(({ code }) => ({ code })) },
    });
    expect(statements.filter((text) => text.includes("inventory_source_item"))).toHaveLength(2);
  });
});

describe("routes of salability, distances and source selection", () => {
  it("reject guests", async () => {
    const routes = [
      `is-product-salable/any/${europe}`,
      `get-product-salable-quantity/any/${europe}`,
      "get-distance-provider-code",
      "source-selection-algorithm-list",
    ];
    for (const route of routes) expect((await app.asGuest().get(`${path}/${route}`)).status).toBe(401);
  });
});
