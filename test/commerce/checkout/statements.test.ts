import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { address, guestWith, shipByFlatRate, type Shopper, createProductsInStock } from "./support.js";

const { app } = useApp();
let guest: Shopper;

const skus = ["first", "second", "third", "fourth", "fifth"];
const email = "ada@example.com";

beforeAll(async () => {
  await createProductsInStock(app, Object.fromEntries([...skus, "sixth"].map((sku) => [sku, {}])));
  guest = await guestWith(app, ...skus.map((sku) => [sku, 1] as const));
  const to = { ...address, email };
  await shipByFlatRate(guest, { shipping_address: to, billing_address: to });
});

/** Returns the statements of a call that succeeds. */
const statementsOf = (call: () => Promise<{ readonly status: number }>): Promise<string[]> =>
  app.statementsOf(async () => expect((await call()).status).toBe(200));

/** Returns how many of the statements read settings. */
const settingsReads = (statements: readonly string[]): number =>
  statements.filter((text) => text.startsWith("select scope, scope_id, path, value from config_value")).length;

describe("the number of statements", () => {
  it("is fixed for adding a product to a cart", async () => {
    const { client, cart } = guest;
    const statements = await statementsOf(() => client.post(`${cart}/items`, { cartItem: { sku: "sixth", qty: 1 } }));
    expect(statements).toHaveLength(10);
    expect(settingsReads(statements)).toBe(0);
  });

  it("is fixed for setting addresses and the shipping method", async () => {
    const statements = await statementsOf(() => shipByFlatRate(guest));
    expect(statements).toHaveLength(13);
    expect(statements.filter((text) => text.startsWith("update cart set updated_at"))).toHaveLength(1);
    expect(statements.filter((text) => text.startsWith("select c.country_id"))).toHaveLength(2);
  });

  it("is fixed for reading totals", async () => {
    const statements = await statementsOf(() => guest.client.get(`${guest.cart}/totals`));
    expect(statements).toHaveLength(2);
    expect(settingsReads(statements)).toBe(0);
  });

  it("is fixed for placing an order", async () => {
    const order = { paymentMethod: { method: "checkmo" } };
    const statements = await statementsOf(() => guest.client.put(`${guest.cart}/order`, order));
    expect(statements).toHaveLength(20);
    expect(settingsReads(statements)).toBe(1);
    // Orders wait for one another from the drawing of the number on, so nothing is read after it.
    const drawn = statements.findIndex((text) => text.startsWith("insert into sales_sequence"));
    expect(drawn).toBeGreaterThan(0);
    expect(statements.slice(drawn).filter((text) => text.trimStart().startsWith("select"))).toEqual([]);
  });
});
