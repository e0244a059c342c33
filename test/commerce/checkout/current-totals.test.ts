import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import {
  address as home,
  createProductsInStock,
  customerWith,
  guestWith,
  set,
  shipByFlatRate,
  type Shopper,
} from "./support.js";

let app: TestApp;
let admin: Client;
let rateId: number;

beforeAll(async () => {
  app = await startApp();
  admin = await app.asAdmin();
  const taxed = { custom_attributes: [{ attribute_code: "tax_class_id", value: "2" }] };
  await createProductsInStock(app, { first: taxed, second: taxed });
  const taxRate = { code: "CA", rate: 10, tax_country_id: "US", tax_region_id: 12, tax_postcode: "*" };
  rateId = ((await must(admin.post("/V1/taxRates", { taxRate }))) as { readonly id: number }).id;
  const classes = { customer_tax_class_ids: [3], product_tax_class_ids: [2], tax_rate_ids: [rateId] };
  await must(admin.post("/V1/taxRules", { rule: { code: "Tax", priority: 0, position: 0, ...classes } }));
});
afterAll(() => app[Symbol.asyncDispose]());

async function must(call: Promise<{ readonly status: number; readonly text: string; readonly body: unknown }>) {
  const { status, text, body } = await call;
  // Price routes list failed rows.
  if (status !== 200 || (Array.isArray(body) && body.length > 0)) throw new Error(text);
  return body;
}

const totalsOf = async ({ client, cart }: Shopper) =>
  (await must(client.get(`${cart}/totals`))) as { grand_total: number };

/** Returns the totals that the cart shows, and those that it shows if none are stored. */
async function shownAndCollected(shopper: Shopper) {
  const shown = await totalsOf(shopper);
  const stored = await app.db.query<{ id: number; totals: string }>("select id, totals::text from cart");
  await app.db.execute("update cart set totals = null");
  const collected = await totalsOf(shopper);
  for (const { id, totals } of stored) {
    await app.db.execute("update cart set totals = $2::text::jsonb where id = $1::int", [id, totals]);
  }
  return { shown, collected };
}

const special = (sku: string, price: number) => ({ prices: [{ sku, price, store_id: 0 }] });
const tier = (price: number) => ({
  prices: [{ sku: "first", price, price_type: "fixed", website_id: 0, customer_group: "ALL GROUPS", quantity: 1 }],
});
const rule = (more: object) => ({
  rule: {
    name: "Sale",
    is_active: true,
    website_ids: [1],
    customer_group_ids: [0, 1],
    simple_action: "by_percent",
    coupon_type: "NO_COUPON",
    stop_rules_processing: false,
    ...more,
  },
});
let ruleId = 0;
async function addRule(more: object) {
  const saved = (await must(admin.post("/V1/salesRules", rule(more)))) as { readonly rule_id: number };
  ruleId = saved.rule_id;
}

/** Changes of what carts are collected from. Each changes the totals of a cart with one unit of `first` to California. */
const changes: Readonly<Record<string, () => Promise<unknown>>> = {
  "the price of the product": () => must(admin.put("/V1/products/first", { product: { price: 21 } })),
  "its base price": () =>
    must(admin.post("/V1/products/base-prices", { prices: [{ sku: "first", price: 22, store_id: 0 }] })),
  "a special price": () => must(admin.post("/V1/products/special-price", special("first", 5))),
  "the end of the special price": () => must(admin.post("/V1/products/special-price-delete", special("first", 5))),
  "a tier price": () => must(admin.post("/V1/products/tier-prices", tier(7))),
  "the end of the tier price": () => must(admin.post("/V1/products/tier-prices-delete", tier(7))),
  "a cart price rule": () => addRule({ discount_amount: 10 }),
  "a change of the rule": () =>
    must(admin.put(`/V1/salesRules/${ruleId}`, rule({ rule_id: ruleId, discount_amount: 20 }))),
  "the end of the rule": () => must(admin.delete(`/V1/salesRules/${ruleId}`)),
  "a tax rate": () =>
    must(
      admin.put("/V1/taxRates", {
        taxRate: { id: rateId, code: "CA", rate: 20, tax_country_id: "US", tax_region_id: 12, tax_postcode: "*" },
      }),
    ),
  "a setting of taxes": () => set(app, { "tax/calculation/price_includes_tax": "1" }),
  "a setting of a carrier": () => set(app, { "carriers/flatrate/price": "9" }),
};

describe("the totals of a cart that is only read", { timeout: 120_000 }, () => {
  for (const [name, change] of Object.entries(changes)) {
    it(`follow ${name}`, async () => {
      const guest = await guestWith(app, ["first", 1]);
      await must(shipByFlatRate(guest));
      const before = await totalsOf(guest);
      await change();
      const { shown, collected } = await shownAndCollected(guest);
      expect(shown).toEqual(collected);
      expect(shown.grand_total).not.toBe(before.grand_total);
    });
  }

  it("follow the price of a product after a note was saved in between", async () => {
    const customer = await customerWith(app, "note@example.com", ["first", 1]);
    await must(admin.put("/V1/products/first", { product: { price: 31 } }));
    await app.db.execute("update cart set customer_note = 'a note' where customer_id = $1::int", [customer.id]);
    const { shown, collected } = await shownAndCollected(customer);
    expect(shown).toEqual(collected);
  });

  it("follow the default address of the customer", async () => {
    const customer = await customerWith(app, "moves@example.com", ["first", 1]);
    const before = await totalsOf(customer);
    const address = { ...home, default_shipping: true, default_billing: true };
    const person = { id: customer.id, email: "moves@example.com", firstname: "Ada", lastname: "Byron", website_id: 1 };
    await must(admin.put(`/V1/customers/${customer.id}`, { customer: { ...person, addresses: [address] } }));
    const { shown, collected } = await shownAndCollected(customer);
    expect(shown).toEqual(collected);
    expect(shown.grand_total).not.toBe(before.grand_total);
  });

  it("belong to the shipping method that the cart shows, also when its carrier is back", async () => {
    const guest = await guestWith(app, ["first", 1]);
    await must(shipByFlatRate(guest));
    const method = async () => {
      const { extension_attributes: more } = (await must(guest.client.get(guest.cart))) as {
        extension_attributes: { shipping_assignments: { shipping: { method: string | null } }[] };
      };
      return more.shipping_assignments[0]?.shipping.method;
    };
    await set(app, { "carriers/flatrate/active": "0" });
    await must(guest.client.post(`${guest.cart}/items`, { cartItem: { sku: "second", qty: 1 } }));
    expect(await method()).toBe(null);
    await set(app, { "carriers/flatrate/active": "1" });
    expect(await method()).toBe("flatrate_flatrate");
  });

  it("are those that the order is charged", async () => {
    const guest = await guestWith(app, ["first", 2], ["second", 1]);
    await must(shipByFlatRate(guest));
    await must(admin.post("/V1/products/special-price", special("second", 3)));
    const { grand_total: shown } = await totalsOf(guest);
    const paymentMethod = { method: "checkmo" };
    const orderId = await must(
      guest.client.post(`${guest.cart}/payment-information`, { email: "a@example.com", paymentMethod }),
    );
    const order = (await must(admin.get(`/V1/orders/${String(orderId)}`))) as { readonly grand_total: number };
    expect(order.grand_total).toBe(shown);
    await must(admin.post("/V1/products/special-price-delete", special("second", 3)));
  });

  it("are read without collecting them again if nothing has changed", async () => {
    const guest = await guestWith(app, ["first", 1]);
    await must(shipByFlatRate(guest));
    // The cart by its mask, and the cart with its lines, addresses and messages.
    expect(await app.statementsOf(() => totalsOf(guest))).toHaveLength(2);
  });

  it("equal those collected anew after any sequence of changes", async () => {
    const shopper = await customerWith(app, "any@example.com", ["first", 1]);
    const { client, cart } = shopper;
    const price = fc.integer({ min: 100, max: 9900 }).map((cents) => cents / 100);
    const step = fc.oneof(
      fc.tuple(fc.constantFrom("first", "second"), price).map(([sku, amount]) => ({
        name: `${sku} costs ${amount}`,
        run: () => admin.put(`/V1/products/${sku}`, { product: { price: amount } }),
      })),
      fc.tuple(fc.constantFrom("first", "second"), price).map(([sku, amount]) => ({
        name: `${sku} is special for ${amount}`,
        run: () => admin.post("/V1/products/special-price", special(sku, amount)),
      })),
      price.map((amount) => ({
        name: `tier ${amount}`,
        run: () => admin.post("/V1/products/tier-prices", tier(amount)),
      })),
      fc.constantFrom("first", "second").map((sku) => ({
        name: `add ${sku}`,
        run: () => client.post(`${cart}/items`, { cartItem: { sku, qty: 1 } }),
      })),
      fc.integer({ min: 1, max: 9 }).map((qty) => ({
        name: `${qty} of the first item`,
        run: async () => {
          const [{ item_id }] = (await client.get(`${cart}/items`)).body as [{ item_id: number }];
          return client.put(`${cart}/items/${item_id}`, { cartItem: { qty } });
        },
      })),
      fc.constant({ name: "ship", run: () => shipByFlatRate(shopper) }),
      fc.integer({ min: 1, max: 50 }).map((rate) => ({
        name: `tax ${rate}`,
        run: () =>
          admin.put("/V1/taxRates", {
            taxRate: { id: rateId, code: "CA", rate, tax_country_id: "US", tax_region_id: 12, tax_postcode: "*" },
          }),
      })),
      fc.constantFrom("0", "1").map((value) => ({
        name: `prices with tax: ${value}`,
        run: async () => {
          await set(app, { "tax/calculation/price_includes_tax": value });
          return { status: 200, text: "" };
        },
      })),
      fc.constant({ name: "read", run: () => client.get(`${cart}/totals`) }),
    );
    const steps = fc.sample(step, { numRuns: 80, seed: Date.now() });
    const done: string[] = [];
    for (const { name, run } of steps) {
      const { status, text } = await run();
      if (status !== 200) throw new Error(`${name}: ${text}`);
      done.push(name);
      const { shown, collected } = await shownAndCollected(shopper);
      expect(shown, done.join("; ")).toEqual(collected);
    }
  });
});
