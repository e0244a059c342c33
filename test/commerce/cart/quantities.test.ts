import { describe, expect, it } from "vitest";
import { withStockSetting } from "../inventory/support.js";
import { useApp } from "../../support/app.js";
import { createProductInStock, Shopper } from "./cart-tests.js";

const { app, admin } = useApp();

const own = (name: string, value: unknown) => ({
  [`use_config_${name}`]: name === "min_sale_qty" ? 0 : false,
  [name]: value,
});
const invalidQty = (value: unknown) => ({
  message: 'Invalid value of "%value" provided for the %fieldName field.',
  parameters: { fieldName: "qty", value },
});
const tooMany = { message: "The requested qty exceeds the maximum qty allowed in shopping cart" };
const notEnough = { message: "The requested qty is not available" };

describe("a quantity", () => {
  it.each([
    ["none", undefined, invalidQty(null)],
    ["a million millions", 1e12, tooMany],
    ["more than columns hold", "9e99", tooMany],
    ["a fraction", 1.5, { message: "You cannot use decimal quantity for this product." }],
  ])("is rejected when a line is added or changed: %s", async (title, qty, expected) => {
    const sku = `refused-${title.replaceAll(" ", "-")}`;
    await createProductInStock(admin, sku);
    const guest = await Shopper.withCart(app);
    const { item_id } = (await guest.add(sku, 1)).body as { item_id: number };
    for (const { status, body } of [await guest.add(sku, qty), await guest.change(item_id, qty)]) {
      expect([status, body]).toEqual([400, expected]);
    }
    expect(await guest.quantities()).toEqual([[sku, 1]]);
  });

  it.each([
    ["the fewest", own("min_sale_qty", 3), [2, "The fewest you may purchase is 3."]],
    ["the most", own("max_sale_qty", 4), [5, tooMany.message]],
    [
      "the steps",
      { enable_qty_increments: true, use_config_enable_qty_inc: false, ...own("qty_increments", 6) },
      [7, "You can buy this product only in quantities of 6 at a time."],
    ],
    ["what is for sale", { qty: 5 }, [6, notEnough.message]],
    ["what is for sale above min_qty", { qty: 5, ...own("min_qty", 2) }, [4, notEnough.message]],
  ])("is limited by %s that the product allows", async (title, stock_item, [qty, message]) => {
    const sku = `limited-${title.replaceAll(" ", "-")}`;
    await createProductInStock(admin, sku, { stock_item });
    const guest = await Shopper.withCart(app);
    const { status, body } = await guest.add(sku, qty);
    expect([status, body]).toEqual([400, { message }]);
    expect(await guest.quantities()).toEqual([]);
  });

  it.each([
    ["fractions", { is_qty_decimal: true, ...own("min_sale_qty", 0.5) }, 1.25],
    ["more than there is, with backorders", { qty: 1, ...own("backorders", 1) }, 50],
    ["more than there is, with backorders that are announced", { qty: 1, ...own("backorders", 2) }, 50],
    ["any where stock is not managed", { qty: 0, is_in_stock: false, ...own("manage_stock", false) }, 50],
  ])("is accepted: %s", async (title, stock_item, qty) => {
    const sku = `free-${title.replaceAll(/[ ,]+/g, "-")}`;
    await createProductInStock(admin, sku, { stock_item });
    const guest = await Shopper.withCart(app);
    const { status, body } = await guest.add(sku, qty);
    expect([status, body]).toMatchObject([200, { qty }]);
  });

  it("is added to the quantity that is already in the cart", async () => {
    await createProductInStock(admin, "few", { stock_item: { qty: 5 } });
    const guest = await Shopper.withCart(app);
    const { item_id } = (await guest.add("few", 3)).body as { item_id: number };
    expect((await guest.add("few", 3)).body).toEqual(notEnough);
    expect((await guest.change(item_id, 6)).body).toEqual(notEnough);
    expect((await guest.change(item_id, 5)).body).toMatchObject({ qty: 5 });
  });

  it.each([0, -3, 0.00001, null])("is one if it is not above zero: %s", async (qty) => {
    const sku = `none-${String(qty)}`;
    await createProductInStock(admin, sku);
    const guest = await Shopper.withCart(app);
    const { status, body } = await guest.add(sku, qty);
    expect([status, body.qty]).toEqual([200, 1]);
    expect((await guest.change(body.item_id, qty)).body).toMatchObject({ qty: 1 });
  });

  it("is checked for each line of a product when it is added, and for all of them when the cart is ordered", async () => {
    await createProductInStock(admin, "shared", {
      stock_item: { qty: 5 },
      options: [{ title: "Name", type: "field", is_require: false, price: 1, price_type: "fixed" }],
    });
    const { body } = await admin.get("/V1/products/shared");
    const [{ option_id }] = body.options as [{ option_id: number }];
    const option = { custom_options: [{ option_id: String(option_id), option_value: "Ann" }] };
    const guest = await Shopper.withCart(app);
    expect((await guest.add("shared", 3)).status).toBe(200);
    expect((await guest.add("shared", 6, option)).body).toEqual(notEnough);
    expect((await guest.add("shared", 3, option)).status).toBe(200);
  });

  it("is rejected with the number of available units if the shop is configured so", async () => {
    await createProductInStock(admin, "named", { stock_item: { qty: 5 } });
    const guest = await Shopper.withCart(app);
    await withStockSetting(app.db, ["options/not_available_message", "1"], async () => {
      expect((await guest.add("named", 6)).body).toEqual({ message: "Only 5 of 6 available" });
    });
  });

  it("has a minimum per customer group", async () => {
    await createProductInStock(admin, "grouped-minimum");
    const [guest, member] = [await Shopper.withCart(app), await Shopper.withCart(app, { customer_group_id: 2 })];
    await withStockSetting(app.db, ["item_options/min_sale_qty", '{"32000":1,"2":4}'], async () => {
      expect((await guest.add("grouped-minimum", 3)).status).toBe(200);
      expect((await member.add("grouped-minimum", 3)).body).toEqual({ message: "The fewest you may purchase is 4." });
      expect((await member.add("grouped-minimum", 4)).status).toBe(200);
    });
  });

  it("is checked in an update only if it changes", async () => {
    await createProductInStock(admin, "sold-out", { stock_item: { qty: 5 } });
    const guest = await Shopper.withCart(app);
    const { item_id } = (await guest.add("sold-out", 3)).body as { item_id: number };
    await admin.put("/V1/products/sold-out/stockItems/1", { stockItem: { qty: 0, is_in_stock: false } });
    expect((await guest.change(item_id, 3)).status).toBe(200);
    const { status, body } = await guest.change(item_id, 2);
    expect([status, body]).toEqual([400, { message: "Some of the products are out of stock." }]);
  });

  it("can be changed while another line is out of stock", async () => {
    for (const sku of ["healthy", "ill"]) await createProductInStock(admin, sku);
    const guest = await Shopper.withCart(app);
    for (const sku of ["healthy", "ill"]) await guest.add(sku, 2);
    await admin.put("/V1/products/ill/stockItems/1", { stockItem: { qty: 0, is_in_stock: false } });
    expect((await guest.add("healthy", 1)).body).toMatchObject({ qty: 3 });
    expect(await guest.quantities()).toEqual([
      ["healthy", 3],
      ["ill", 2],
    ]);
  });
});
