import { beforeAll, describe, expect, it } from "vitest";
import { readCart } from "../../../src/commerce/cart/state/cart-state.rows.js";
import { saveReadTotals } from "../../../src/commerce/cart/state/save-cart.sql.js";
import { useApp } from "../../support/app.js";
import { type Client, search } from "../../support/client.js";
import { createProductInStock, Shopper } from "./cart-tests.js";
import { newGuestCart } from "./support.js";

const { app } = useApp();
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin();
  for (const [at, sku] of ["one", "two", "three"].entries())
    await createProductInStock(admin, sku, { price: at + 1.5 });
});

async function cartOf(...skus: readonly string[]): Promise<Shopper> {
  const guest = await Shopper.withCart(app);
  for (const sku of skus) expect((await guest.add(sku, 1)).status).toBe(200);
  return guest;
}

const rowOf = ({ cartId: id }: Shopper) => app.db.models.cart.findUniqueOrThrow({ where: { id } });

/** Whether the totals of the cart wait for a read. */
const isWaiting = async (guest: Shopper) => !Object.hasOwn((await rowOf(guest)).totals as object, "lines");

const rule = { name: "Half", is_active: true, website_ids: [1], customer_group_ids: [0], coupon_type: "NO_COUPON" };

/** Runs work while a rule takes half of every price. */
async function withRule(work: () => Promise<void>): Promise<void> {
  const { body } = await admin.post("/V1/salesRules", {
    rule: { ...rule, simple_action: "by_percent", discount_amount: 50 },
  });
  try {
    await work();
  } finally {
    expect((await admin.delete(`/V1/salesRules/${body.rule_id}`)).status).toBe(200);
  }
}

describe("the totals of a cart whose lines changed", () => {
  it("wait for the next read, which stores them", async () => {
    const guest = await cartOf("one", "two");
    expect(await isWaiting(guest)).toBe(true);
    const { updated_at, totals } = await rowOf(guest);
    // A search for carts by a process of the release before this one reads the rate of the shipping method.
    expect(totals).toMatchObject({ shipping: {} });
    expect((await guest.totals()).body).toMatchObject({ subtotal: 4, grand_total: 4, items_qty: 2 });
    expect(await isWaiting(guest)).toBe(false);
    expect((await rowOf(guest)).updated_at).toEqual(updated_at);
  });

  it("wait after an item was changed or removed, and the answers tell the price of the item", async () => {
    const guest = await cartOf("one", "two");
    const [first] = (await guest.items()).body as { item_id: number }[];
    expect(await isWaiting(guest)).toBe(false);
    const changed = await guest.change(first?.item_id ?? 0, 3);
    expect(changed.body).toMatchObject({ sku: "one", qty: 3, price: 1.5 });
    expect(await isWaiting(guest)).toBe(true);
    expect((await guest.totals()).body).toMatchObject({ subtotal: 7 });
    expect((await guest.remove(first?.item_id ?? 0)).body).toBe(true);
    expect(await isWaiting(guest)).toBe(true);
    expect((await guest.totals()).body).toMatchObject({ subtotal: 2.5, items_qty: 1 });
  });

  it("are collected at once if a rule applies, whose discounts the answer tells", () =>
    withRule(async () => {
      const guest = await cartOf("one");
      const { body } = await guest.add("two", 2);
      expect(body.extension_attributes.discounts).toMatchObject([{ discount_data: { amount: 2.5 } }]);
      expect(await isWaiting(guest)).toBe(false);
      expect(await rowOf(guest)).toMatchObject({ applied_rule_ids: expect.stringMatching(/^\d+$/) as string });
    }));

  it("are those of a rule that was added while they waited", async () => {
    const guest = await cartOf("one", "two");
    await withRule(async () => {
      expect((await guest.totals()).body).toMatchObject({ subtotal: 4, grand_total: 2 });
    });
    expect((await guest.totals()).body).toMatchObject({ subtotal: 4, grand_total: 4 });
  });

  it("are found by a search before they are collected", async () => {
    const cart = `/V1/guest-carts/${await newGuestCart(app)}`;
    for (const sku of ["two", "three", "three"]) {
      expect((await app.asGuest().post(`${cart}/items`, { cartItem: { sku, qty: 1 } })).status).toBe(200);
    }
    for (const field of ["subtotal", "grand_total", "base_grand_total"]) {
      const { body } = await admin.get(`/V1/carts/search?${search([[field, "9.5"]])}`);
      expect(body.items).toMatchObject([{ items_count: 2, items_qty: 3 }]);
    }
    expect((await app.asGuest().get(`${cart}/totals`)).body).toMatchObject({ grand_total: 9.5 });
  });

  it("are not stored if the cart was changed after it was read", async () => {
    const guest = await cartOf("one");
    const read = await readCart(app.db, guest.cartId);
    if (!read) throw new Error("The cart is gone.");
    await guest.add("two", 1);
    const [line] = read.items;
    const found = {
      columns: { totals: { lines: [] } },
      lines: line ? [{ ...line, name: "Another" }] : [],
      shippingDescription: null,
    };
    await saveReadTotals(app.db, read, found);
    expect(await isWaiting(guest)).toBe(true);
    const again = await readCart(app.db, guest.cartId);
    expect(again?.items[0]?.name).toBe(line?.name);
    await saveReadTotals(app.db, again ?? read, found);
    expect(await isWaiting(guest)).toBe(false);
  });

  it("are stored by a read with the prices that products got in between", async () => {
    const guest = await cartOf("one", "two");
    const setPrice = (price: number) => admin.put("/V1/products/one", { product: { price } });
    expect((await setPrice(4.5)).status).toBe(200);
    expect((await guest.add("two", 1)).status).toBe(200);
    expect((await guest.totals()).body).toMatchObject({ subtotal: 9.5 });
    expect(await isWaiting(guest)).toBe(false);
    const { items } = (await readCart(app.db, guest.cartId)) ?? { items: [] };
    expect(items.map(({ sku, price }) => [sku, Number(price)])).toEqual([
      ["one", 4.5],
      ["two", 2.5],
    ]);
    expect((await setPrice(1.5)).status).toBe(200);
    expect((await guest.items()).body).toMatchObject([{ price: 1.5 }, { price: 2.5 }]);
    expect((await app.statementsOf(() => guest.totals())).length).toBe(2);
  });

  it("are not stored by a read in another store view", async () => {
    const guest = await cartOf("one");
    const view = { code: "moved", name: "Moved", website_id: 1, store_group_id: 1 };
    await app.db.models.store.create({ data: view });
    expect((await app.asGuest().get(`/V1/guest-carts/${guest.mask}/totals`, { store: "moved" })).status).toBe(200);
    expect(await isWaiting(guest)).toBe(true);
  });

  it("are collected anew after each of many changes and reads at the same time", async () => {
    const guest = await cartOf("one");
    const skus = ["one", "two", "three"];
    const calls = Array.from({ length: 24 }, (_, at) =>
      at % 2 === 0 ? guest.totals() : guest.add(skus[at % skus.length], 1),
    );
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200));
    const quantities = await guest.quantities();
    const expected = quantities.reduce((sum, [sku, qty]) => sum + qty * (skus.indexOf(sku) + 1.5), 0);
    expect(quantities.reduce((sum, [, qty]) => sum + qty, 0)).toBe(13);
    for (const read of [await guest.totals(), await guest.totals()])
      expect(read.body).toMatchObject({ subtotal: expected, grand_total: expected, items_qty: 13 });
  });
});
