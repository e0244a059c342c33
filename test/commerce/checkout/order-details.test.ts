import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { newGuestCart } from "../cart/support.js";
import {
  address,
  answered,
  customerWith,
  refused,
  shipByFlatRate,
  type Shopper,
  createProductsInStock,
} from "./support.js";

const { app, admin } = useApp();

beforeAll(async () => {
  await createProductsInStock(app, {
    bolt: { price: 4 },
    taxed: { custom_attributes: [attribute("tax_class_id", "2")] },
  });
});

const attribute = (attribute_code: string, value: string) => ({ attribute_code, value });

async function place(shopper: Shopper): Promise<number> {
  await shipByFlatRate(shopper, { billing_address: { ...address, email: "ada@example.com" } });
  const { client, cart } = shopper;
  const { status, body } = await client.put(`${cart}/order`, { paymentMethod: { method: "checkmo" } });
  expect([status, body]).toEqual([200, expect.any(Number)]);
  return body as number;
}

async function guestWith(cartItem: object): Promise<Shopper> {
  const guest = { client: app.asGuest(), cart: `/V1/guest-carts/${await newGuestCart(app)}` };
  expect(answered(await guest.client.post(`${guest.cart}/items`, { cartItem }))).toEqual([200, expect.anything()]);
  return guest;
}

describe("the lines of an order", () => {
  it.each([
    ["without a limit", { min_qty: 0 }, 3],
    ["down to a negative quantity", { min_qty: -10, use_config_min_qty: false }, 3],
  ])("record the units beyond the stock as backordered, with backorders %s", async (_, limits, backordered) => {
    const sku = `behind-${limits.min_qty}`;
    const stock_item = { qty: 2, is_in_stock: true, backorders: 1, use_config_backorders: false, ...limits };
    await createProductsInStock(app, { [sku]: { extension_attributes: { stock_item, website_ids: [1] } } });
    const { body: order } = await admin.get(`/V1/orders/${await place(await guestWith({ sku, qty: 5 }))}`);
    expect(order.items).toMatchObject([{ sku, qty_ordered: 5, qty_backordered: backordered }]);
  });

  it("record how a bundle is priced and shipped, with its parts below it", async () => {
    const option = { title: "Base", required: true, type: "radio", position: 1 };
    const link = (qty: number) => [{ sku: "bolt", qty, price: 0, price_type: 0, can_change_quantity: 0 }];
    const product = {
      sku: "kit",
      name: "Kit",
      type_id: "bundle",
      attribute_set_id: 4,
      status: 1,
      visibility: 4,
      custom_attributes: [attribute("price_type", "0"), attribute("price_view", "0"), attribute("shipment_type", "1")],
      extension_attributes: {
        website_ids: [1],
        stock_item: { is_in_stock: true },
        bundle_product_options: [
          { ...option, product_links: link(2) },
          { ...option, title: "More", position: 2, product_links: link(1) },
        ],
      },
    };
    const { body: kit } = await admin.post("/V1/products", { product });
    const options = kit.extension_attributes.bundle_product_options as {
      option_id: number;
      product_links: { id: string }[];
    }[];
    const chosen = options.map(({ option_id, product_links: [selection] }) => ({
      ...{ option_id, option_qty: 1, option_selections: [Number(selection?.id)] },
    }));
    const guest = await guestWith({
      sku: "kit",
      qty: 2,
      product_option: { extension_attributes: { bundle_options: chosen } },
    });
    const { body: order } = await admin.get(`/V1/orders/${await place(guest)}`);
    const lines = await app.db.models.salesOrderItem.findMany({
      where: { order_id: order.entity_id as number },
      orderBy: { item_id: "asc" },
    });
    expect(lines.map(({ sku, qty_ordered, parent_item_id }) => [sku, Number(qty_ordered), parent_item_id])).toEqual([
      [expect.stringMatching(/^kit/), 2, null],
      ["bolt", 4, lines[0]?.item_id],
      ["bolt", 2, lines[0]?.item_id],
    ]);
    expect(lines[0]?.product_option).toMatchObject({
      product_calculations: 0,
      shipment_type: 1,
      bundle_options: options.map(({ option_id }) => ({ option_id, option_qty: "1" })),
    });
    // A bundle that is shipped separately has the weight of its last part.
    expect(order.items).toMatchObject([{ weight: 6, row_weight: 4 }, { row_weight: 0 }, { row_weight: 0 }]);
    expect(order.subtotal).toBe(24);
  });

  it("list their taxes", async () => {
    const { body: rate } = await admin.post("/V1/taxRates", {
      taxRate: { code: "CA", tax_country_id: "US", tax_region_id: 0, tax_postcode: "*", rate: 10 },
    });
    await admin.post("/V1/taxRules", {
      rule: {
        code: "All",
        priority: 0,
        position: 0,
        customer_tax_class_ids: [3],
        product_tax_class_ids: [2],
        tax_rate_ids: [rate.id as number],
      },
    });
    const id = await place(await guestWith({ sku: "taxed", qty: 3 }));
    const order = await app.db.models.salesOrder.findUniqueOrThrow({
      where: { entity_id: id },
      include: { items: true, taxes: true, tax_items: true },
    });
    expect(order).toMatchObject({
      tax_amount: "3.0000",
      taxes: [{ code: "CA", title: "CA", percent: "10.0000", amount: "3.0000", base_real_amount: "3.0000" }],
      tax_items: [
        { taxable_item_type: "product", item_id: order.items[0]?.item_id, tax_percent: "10.0000", amount: "3.0000" },
      ],
    });
    expect(order.items[0]).toMatchObject({
      tax_percent: "10.0000",
      tax_amount: "3.0000",
      row_total_incl_tax: "33.0000",
    });
  });
});

describe("a coupon for one order of a customer", () => {
  it("is no longer valid in the customer's next cart", async () => {
    const { body: rule } = await admin.post("/V1/salesRules", {
      rule: {
        name: "Once",
        is_active: true,
        website_ids: [1],
        customer_group_ids: [1],
        coupon_type: "SPECIFIC_COUPON",
        simple_action: "by_fixed",
        discount_amount: 1,
        uses_per_customer: 1,
      },
    });
    await admin.post("/V1/coupons", { coupon: { rule_id: rule.rule_id as number, code: "ONCE", is_primary: true } });
    const customer = await customerWith(app, "once@example.com", ["bolt", 1]);
    expect(answered(await customer.client.put(`${customer.cart}/coupons/ONCE`))).toEqual([200, true]);
    const order = await app.db.models.salesOrder.findUniqueOrThrow({ where: { entity_id: await place(customer) } });
    expect(order).toMatchObject({ coupon_code: "ONCE", discount_amount: "-1.0000" });
    await customer.client.post(customer.cart);
    const item = { sku: "bolt", qty: 1 };
    expect(answered(await customer.client.post(`${customer.cart}/items`, { cartItem: item }))).toEqual([
      200,
      expect.anything(),
    ]);
    expect(answered(await customer.client.put(`${customer.cart}/coupons/ONCE`))).toEqual(
      refused(404, "The coupon code isn't valid. Verify the code and try again."),
    );
  });
});

describe("the payment of an order", () => {
  it("has the defaults of card columns only if the cart had a payment before the call that places it", async () => {
    const paymentMethod = { method: "checkmo" };
    const orders: unknown[] = [];
    for (const isChosenBefore of [false, true]) {
      const shopper = await guestWith({ sku: "bolt", qty: 1 });
      await shipByFlatRate(shopper);
      const { client, cart } = shopper;
      if (isChosenBefore) await client.put(`${cart}/selected-payment-method`, { method: paymentMethod });
      const placing = { email: "ada@example.com", paymentMethod, billingAddress: address };
      const { body: id } = await client.post(`${cart}/payment-information`, placing);
      orders.push((await admin.get(`/V1/orders/${id}`)).body.payment);
    }
    const cards = { cc_exp_year: "0", cc_ss_start_month: "0", cc_ss_start_year: "0" };
    const without = Object.fromEntries(Object.keys(cards).map((key) => [key, expect.anything()]));
    expect(orders).toEqual([expect.not.objectContaining(without), expect.objectContaining(cards)]);
  });
});
