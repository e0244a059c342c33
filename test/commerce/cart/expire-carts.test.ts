import pino from "pino";
import { beforeAll, expect, it } from "vitest";
import { cartExpiry } from "../../../src/commerce/cart/published.processes.js";
import { addStores } from "../catalog/support.js";
import { set } from "../customer/support.js";
import { useApp } from "../../support/app.js";
import { eventually } from "../../support/bulk.js";
import { cartIdOf, createProducts, newGuestCart, storeLines } from "./support.js";

const { app } = useApp();

beforeAll(async () => {
  await addStores(app.db);
  await createProducts(app, ["pen"]);
});

const day = 86_400_000;

/** Creates a cart with a line that nobody has changed for some days, and returns its id. */
async function idleCart(days: number, data: { readonly is_active?: boolean; readonly store_id?: number } = {}) {
  const id = await cartIdOf(app, await newGuestCart(app));
  await storeLines(app, id, [{ sku: "pen", qty: 1 }]);
  const updated_at = new Date(Date.now() - days * day).toISOString();
  await app.db.models.cart.updateMany({ where: { id }, data: { ...data, updated_at } });
  return id;
}

async function expire(): Promise<readonly number[]> {
  const marker = await idleCart(100_000);
  const expiry = cartExpiry({ db: app.db, log: pino({ level: "silent" }) });
  expiry.start();
  const left = async () => (await app.db.models.cart.findMany({ select: { id: true } })).map(({ id }) => id);
  try {
    await eventually(async () => (await left()).includes(marker)).toBe(false);
  } finally {
    await expiry.stop();
  }
  return left();
}

it("deletes active and closed carts after 30 days without a change", async () => {
  const [old, closed, young] = [await idleCart(31), await idleCart(31, { is_active: false }), await idleCart(29)];
  const left = await expire();
  expect([old, closed, young].map((id) => left.includes(id))).toEqual([false, false, true]);
  expect(await app.db.models.cartItem.count({ where: { cart_id: old } })).toBe(0);
});

it("keeps carts for the number of days set for their store view", async () => {
  const { id: german } = await app.db.models.store.findUniqueOrThrow({ where: { code: "german" } });
  await app.db.models.configValue.create({
    data: { scope: "stores", scope_id: german, path: "checkout/cart/delete_quote_after", value: "5" },
  });
  const [here, there] = [await idleCart(10), await idleCart(10, { store_id: german })];
  const left = await expire();
  expect([here, there].map((id) => left.includes(id))).toEqual([true, false]);
  await set(app, "checkout/cart/delete_quote_after", "400");
  const year = await idleCart(365);
  await set(app, "checkout/cart/delete_quote_after", "400");
  expect((await expire()).includes(year)).toBe(true);
});
