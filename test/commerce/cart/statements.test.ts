import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { createProductInStock, Shopper } from "./cart-tests.js";

const { app } = useApp();

beforeAll(async () => {
  const admin = await app.asAdmin();
  for (let at = 1; at <= 12; at += 1) await createProductInStock(admin, `line-${at}`);
});

async function cartOf(lines: number): Promise<Shopper> {
  const guest = await Shopper.withCart(app);
  for (let at = 1; at <= lines; at += 1) await guest.add(`line-${at}`, 1);
  return guest;
}

const counted = async (work: () => Promise<{ readonly status: number }>) =>
  (await app.statementsOf(async () => expect((await work()).status).toBe(200))).length;

describe("the statements of a cart", () => {
  it("are the same in number for ten lines as for one when a product is added", async () => {
    const [small, large] = [await cartOf(1), await cartOf(10)];
    const added = await counted(() => large.add("line-11", 1));
    expect(await counted(() => small.add("line-11", 1))).toBe(added);
    // Begin, mask, lock, parts of the cart, products, stock, an id, line, cart, commit.
    expect(added).toBeLessThanOrEqual(10);
  });

  it("do nothing but read the cart when totals are read", async () => {
    const guest = await cartOf(10);
    await guest.totals();
    expect(await counted(() => guest.totals())).toBeLessThanOrEqual(2);
    expect(await counted(() => guest.items())).toBeLessThanOrEqual(2);
  });
});

describe("a cart of 5,000 lines", () => {
  it("accepts another line and shows its totals", { timeout: 120_000 }, async () => {
    const guest = await Shopper.withCart(app);
    await app.db.execute(
      `insert into cart_item (cart_id, product_id, sku, name, product_type, qty, options_key)
      select $1::int, p.id, p.sku, p.sku, 'simple', 1, 'key-' || at
      from generate_series(1, 5000) as at join product p on p.sku = 'line-' || (1 + at % 10)`,
      [guest.cartId],
    );
    const { status, body } = await guest.add("line-12", 2);
    expect([status, body]).toMatchObject([200, { qty: 2 }]);
    expect((await guest.items()).body).toHaveLength(5001);
    expect((await guest.totals()).body).toMatchObject({ items_qty: 5002, grand_total: 52_521 });
  });
});
