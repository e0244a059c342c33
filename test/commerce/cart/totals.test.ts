import { beforeAll, describe, expect, it } from "vitest";
import { addStores } from "../catalog/support.js";
import { useApp } from "../../support/app.js";
import { createProductInStock, Shopper } from "./cart-tests.js";

const { app, admin } = useApp();
let otherWebsite: number;

beforeAll(async () => {
  ({ otherWebsite } = await addStores(app.db));
  await createProductInStock(admin, "taxed", { price: 10, ...taxClass("2") });
  await addTaxRate();
});

const taxClass = (value: string) => ({ custom_attributes: [{ attribute_code: "tax_class_id", value }] });

/** Taxes of 10 % in Texas and 5 % in Germany, for every customer. */
async function addTaxRate(): Promise<void> {
  const rates: number[] = [];
  for (const [code, rate, tax_country_id, tax_region_id] of [
    ["Texas", 10, "US", 57],
    ["Germany", 5, "DE", 0],
  ]) {
    const { body } = await admin.post("/V1/taxRates", {
      taxRate: { code, rate, tax_country_id, tax_region_id, tax_postcode: "*" },
    });
    rates.push((body as { readonly id: number }).id);
  }
  const rule = {
    code: "Sales tax",
    priority: 0,
    position: 0,
    customer_tax_class_ids: [3],
    product_tax_class_ids: [2],
    tax_rate_ids: rates,
  };
  expect((await admin.post("/V1/taxRules", { rule })).status).toBe(200);
}

const shipTo = (cart_id: number, country_id: string, region_id: number | null) =>
  app.db.models.cartAddress.create({ data: { cart_id, address_type: "shipping", country_id, region_id } });

async function addRule(rule: object): Promise<number> {
  const { status, body } = await admin.post("/V1/salesRules", {
    rule: {
      name: "Rule",
      is_active: true,
      website_ids: [1],
      customer_group_ids: [0],
      simple_action: "by_percent",
      stop_rules_processing: false,
      ...rule,
    },
  });
  expect(status).toBe(200);
  return (body as { readonly rule_id: number }).rule_id;
}

const onlyFor = (sku: string) => ({
  action_condition: {
    condition_type: "Magento\\SalesRule\\Model\\Rule\\Condition\\Product\\Combine",
    aggregator_type: "all",
    value: "1",
    conditions: [
      {
        condition_type: "Magento\\SalesRule\\Model\\Rule\\Condition\\Product",
        attribute_name: "sku",
        operator: "==",
        value: sku,
      },
    ],
  },
});

const price = async (sku: string, qty: number, guest: Shopper) =>
  ((await guest.add(sku, qty)).body as { readonly price: number }).price;

describe("the totals of a cart", () => {
  it("have every amount that Magento has", async () => {
    const guest = await Shopper.withCart(app);
    await shipTo(guest.cartId, "US", 57);
    const { item_id } = (await guest.add("taxed", 2)).body as { item_id: number };
    const { status, body } = await guest.totals();
    const both = (name: string, amount: number) => ({ [name]: amount, [`base_${name}`]: amount });
    expect([status, body]).toEqual([
      200,
      {
        ...both("grand_total", 22),
        ...both("subtotal", 20),
        ...both("discount_amount", 0),
        ...both("subtotal_with_discount", 20),
        ...both("shipping_amount", 0),
        ...both("shipping_discount_amount", 0),
        ...both("tax_amount", 2),
        ...both("shipping_tax_amount", 0),
        ...both("shipping_incl_tax", 0),
        subtotal_incl_tax: 22,
        weee_tax_applied_amount: null,
        base_currency_code: "USD",
        quote_currency_code: "USD",
        items_qty: 2,
        items: [
          {
            item_id,
            ...both("price", 10),
            qty: 2,
            ...both("row_total", 20),
            row_total_with_discount: 0,
            ...both("tax_amount", 2),
            tax_percent: 10,
            ...both("discount_amount", 0),
            discount_percent: 0,
            ...both("price_incl_tax", 11),
            ...both("row_total_incl_tax", 22),
            options: "[]",
            weee_tax_applied_amount: null,
            weee_tax_applied: null,
            name: "Product taxed",
          },
        ],
        total_segments: [
          { code: "subtotal", title: "Subtotal", value: 20 },
          { code: "shipping", title: "Shipping & Handling", value: 0 },
          {
            code: "tax",
            title: "Tax",
            value: 2,
            extension_attributes: {
              tax_grandtotal_details: [{ amount: 2, group_id: 1, rates: [{ percent: "10", title: "Texas" }] }],
            },
          },
          { code: "grand_total", title: "Grand Total", value: 22, area: "footer" },
        ],
      },
    ]);
  });

  it("are taxed at the destination of the cart", async () => {
    const [german, nowhere] = [await Shopper.withCart(app), await Shopper.withCart(app)];
    await shipTo(german.cartId, "DE", null);
    await german.add("taxed", 1);
    await nowhere.add("taxed", 1);
    expect((await german.totals()).body).toMatchObject({ grand_total: 10.5 });
    expect((await nowhere.totals()).body).toMatchObject({ grand_total: 10 });
  });

  it("have the tax of a customer's default address while the cart has none", async () => {
    const address = {
      firstname: "Ann",
      lastname: "Lee",
      street: ["1"],
      city: "Berlin",
      postcode: "10115",
      country_id: "DE",
      telephone: "1",
      default_shipping: true,
    };
    const customer = { email: "berlin@example.com", firstname: "Ann", lastname: "Lee", addresses: [address] };
    const { body } = await app.asGuest().post("/V1/customers", { customer, password: "Correct-horse-1" });
    const { id } = body as { readonly id: number };
    const guest = await Shopper.withCart(app, { mask: null, customer_id: id, customer_group_id: 1 });
    const client = await app.asCustomer("berlin@example.com");
    await client.post("/V1/carts/mine/items", { cartItem: { sku: "taxed", qty: 2 } });
    expect((await admin.get(`/V1/carts/${guest.cartId}/totals`)).body).toMatchObject({ grand_total: 21 });
  });

  it("have the discounts of the rules that apply, which lines list", async () => {
    await createProductInStock(admin, "reduced", { price: 20 });
    const rule_id = await addRule({
      discount_amount: 25,
      ...onlyFor("reduced"),
      store_labels: [{ store_id: 0, store_label: "Sale" }],
    });
    await addRule({ discount_amount: 50, website_ids: [otherWebsite], ...onlyFor("reduced") });
    await addRule({ discount_amount: 50, customer_group_ids: [1], ...onlyFor("reduced") });
    await addRule({ discount_amount: 50, is_active: false, ...onlyFor("reduced") });
    const guest = await Shopper.withCart(app);
    const { body: line } = await guest.add("reduced", 1);
    const { body } = await guest.totals();
    expect(body).toMatchObject({ grand_total: 15, discount_amount: -5, subtotal_with_discount: 15 });
    expect(body.total_segments).toContainEqual({ code: "discount", title: "Discount (Sale)", value: -5 });
    const discount = { rule_i_d: rule_id, rule_label: "Sale", discount_data: { amount: 5, base_amount: 5 } };
    expect(line).toMatchObject({ extension_attributes: { discounts: [discount] } });
    expect((await guest.items()).body[0]).not.toHaveProperty("extension_attributes");
  });

  it("have the discount of the coupon until the coupon no longer applies", async () => {
    await createProductInStock(admin, "promoted", { price: 20 });
    const rule_id = await addRule({ discount_amount: 10, coupon_type: "SPECIFIC_COUPON", ...onlyFor("promoted") });
    await admin.post("/V1/coupons", { coupon: { rule_id, code: "Ten", is_primary: true } });
    const guest = await Shopper.withCart(app);
    const { item_id } = (await guest.add("promoted", 1)).body as { item_id: number };
    expect((await guest.totals()).body).toMatchObject({ grand_total: 20 });
    await app.db.models.cart.update({ where: { id: guest.cartId }, data: { coupon_code: "TEN" } });
    await guest.change(item_id, 2);
    expect((await guest.totals()).body).toMatchObject({ grand_total: 36, coupon_code: "TEN" });
    await admin.put(`/V1/salesRules/${rule_id}`, { rule: { is_active: false } });
    await guest.change(item_id, 1);
    const { body } = await guest.totals();
    expect(body).toMatchObject({ grand_total: 20 });
    expect(body).not.toHaveProperty("coupon_code");
    expect((await app.db.models.cart.findUnique({ where: { id: guest.cartId } }))?.coupon_code).toBeNull();
  });

  it("are computed with the rules of products' categories", async () => {
    const { body } = await admin.post("/V1/categories", { category: { name: "Toys", is_active: true, parent_id: 2 } });
    const { id } = body as { readonly id: number };
    await createProductInStock(admin, "toy", {
      price: 20,
      extension_attributes: { category_links: [{ category_id: String(id), position: 0 }] },
    });
    const combine = "Magento\\SalesRule\\Model\\Rule\\Condition\\Product";
    const condition = { condition_type: combine, attribute_name: "category_ids", operator: "==", value: String(id) };
    const conditions = [condition];
    const group = { condition_type: `${combine}\\Combine`, aggregator_type: "all", value: "1", conditions };
    await addRule({ discount_amount: 50, action_condition: group });
    const guest = await Shopper.withCart(app);
    await guest.add("toy", 1);
    expect((await guest.totals()).body).toMatchObject({ discount_amount: -10 });
  });

  it("are always current for a virtual cart", async () => {
    await createProductInStock(admin, "ticket", { type_id: "virtual", price: 30 });
    const guest = await Shopper.withCart(app);
    await guest.add("ticket", 1);
    await admin.put("/V1/products/ticket", { product: { price: 35 } });
    const { body } = await guest.totals();
    expect(body).toMatchObject({ grand_total: 35, base_subtotal_incl_tax: 35, coupon_code: "" });
    expect(body.total_segments.map(({ code }: { code: string }) => code)).toEqual(["subtotal", "tax", "grand_total"]);
  });

  it("are zero for a new cart", async () => {
    const guest = await Shopper.withCart(app);
    expect((await guest.totals()).body).toMatchObject({ grand_total: 0, items: [], items_qty: 0 });
  });

  it("never exceed the range of the columns", async () => {
    await createProductInStock(admin, "gold", {
      price: "99999999999",
      stock_item: { qty: 9_999_999, use_config_max_sale_qty: false, max_sale_qty: 99_999_999 },
    });
    const guest = await Shopper.withCart(app);
    const { status, body } = await guest.add("gold", 9_999_999);
    expect([status, body]).toEqual([400, { message: "This item price or quantity is not valid for checkout." }]);
  });
});

describe("the price of a line", () => {
  it("is the lowest of the group's tier prices and current special prices", async () => {
    const tier = (customer_group_id: number, qty: number, value: number) => ({ customer_group_id, qty, value });
    await createProductInStock(admin, "tiered", {
      price: 10,
      tier_prices: [tier(32000, 2, 8), tier(1, 2, 7), tier(32000, 5, 5)],
    });
    const guest = await Shopper.withCart(app);
    expect(await price("tiered", 1, guest)).toBe(10);
    expect(await price("tiered", 1, guest)).toBe(8);
    expect(await price("tiered", 3, guest)).toBe(5);
    const member = await Shopper.withCart(app, { customer_group_id: 1 });
    expect(await price("tiered", 2, member)).toBe(7);
    const special = (amount: string, from: string, to: string) => ({
      custom_attributes: [
        { attribute_code: "special_price", value: amount },
        { attribute_code: "special_from_date", value: from },
        { attribute_code: "special_to_date", value: to },
      ],
    });
    await createProductInStock(admin, "on-sale", { price: 10, ...special("6", "2020-01-01", "2099-01-01") });
    await createProductInStock(admin, "was-on-sale", { price: 10, ...special("6", "2020-01-01", "2020-02-01") });
    expect(await price("on-sale", 1, guest)).toBe(6);
    expect(await price("was-on-sale", 1, guest)).toBe(10);
  });
});
