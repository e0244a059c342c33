import { describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import {
  address,
  answered,
  guestWith,
  refused,
  shipByFlatRate,
  type Shopper,
  createProductsInStock,
} from "./support.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

const email = "ada@example.com";
const payment = { paymentMethod: { method: "checkmo" } };

/** A guest with a cart that is ready to be paid. */
async function ready(...skus: readonly (readonly [sku: string, qty: number])[]): Promise<Shopper> {
  const guest = await guestWith(app, ...skus);
  await ship(guest, address);
  return guest;
}

async function ship(shopper: Shopper, to: object): Promise<void> {
  await shipByFlatRate(shopper, { shipping_address: { ...to, email }, billing_address: { ...to, email } });
}

const place = ({ client, cart }: Shopper) => client.put(`${cart}/order`, payment);

/** Places the order and returns it as an administrator reads it. */
async function placed(guest: Shopper) {
  const answer = await place(guest);
  expect(answered(answer)).toEqual([200, expect.any(Number)]);
  return (await admin.get(`/V1/orders/${answer.body as number}`)).body;
}

const change = async (sku: string, product: object) => {
  const { status, text } = await admin.put(`/V1/products/${sku}`, { product }, { store: "all" });
  expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
};

describe("an order of products that changed after they were added", () => {
  it("has the current price", async () => {
    await createProductsInStock(app, { dear: {} });
    const guest = await ready(["dear", 2]);
    await change("dear", { price: 12.5 });
    expect(await placed(guest)).toMatchObject({ subtotal: 25, grand_total: 35 });
  });

  it("has the current rules applied", async () => {
    await createProductsInStock(app, { bargain: {} });
    const guest = await ready(["bargain", 1]);
    const rule = {
      ...{ name: "New", is_active: true, website_ids: [1], customer_group_ids: [0], coupon_type: "NO_COUPON" },
      ...{ simple_action: "by_percent", discount_amount: 50 },
    };
    const { body } = await admin.post("/V1/salesRules", { rule });
    try {
      expect(await placed(guest)).toMatchObject({ discount_amount: -5, grand_total: 10 });
    } finally {
      await admin.delete(`/V1/salesRules/${body.rule_id as number}`);
    }
  });

  it("is rejected while there is too little stock, and placed once there is enough again", async () => {
    await createProductsInStock(app, { scarce: {} });
    const guest = await ready(["scarce", 3]);
    const stock = (qty: number) => ({ extension_attributes: { stock_item: { qty, is_in_stock: true } } });
    await change("scarce", stock(2));
    expect(answered(await place(guest))).toEqual(refused(400, "The requested qty is not available"));
    await change("scarce", stock(3));
    expect(await placed(guest)).toMatchObject({ total_qty_ordered: 3 });
  });

  it.each([
    ["is disabled", (sku: string) => change(sku, { status: 2 })],
    ["leaves the website", (sku: string) => change(sku, { extension_attributes: { website_ids: [] } })],
    ["is deleted", async (sku: string) => expect((await admin.delete(`/V1/products/${sku}`)).body).toBe(true)],
  ])("leaves out a product that %s, and is not placed if nothing is left", async (title, remove) => {
    const sku = `gone-${title.replaceAll(" ", "-")}`;
    await createProductsInStock(app, { [sku]: {}, [`${sku}-beside`]: { price: 4 } });
    const [both, alone] = [await ready([sku, 1], [`${sku}-beside`, 1]), await ready([sku, 1])];
    await remove(sku);
    const order = await placed(both);
    expect((order.items as { sku: string }[]).map((item) => item.sku)).toEqual([`${sku}-beside`]);
    expect(order).toMatchObject({ subtotal: 4, grand_total: 9 });
    // Magento checks the payment method first, and nothing is left to pay.
    expect(answered(await place(alone))).toEqual(refused(400, "The requested Payment Method is not available."));
  });

  it("never goes to a region of another country", async () => {
    await createProductsInStock(app, { atlas: {} });
    for (const wrong of [{ region_id: 999_999 }, { region_id: 0 }, { country_id: "DE" }, { country_id: "XX" }]) {
      const guest = await guestWith(app, ["atlas", 1]);
      await ship(guest, { ...address, ...wrong });
      const { status, body } = await place(guest);
      expect([wrong, status, body.message]).toEqual([
        wrong,
        expect.toBeOneOf([200, 400]),
        status === 200 ? undefined : expect.any(String),
      ]);
      if (status === 200) {
        const order = await admin.get(`/V1/orders/${String(body)}`);
        expect(order.body.billing_address).not.toMatchObject({ country_id: "DE", region_id: 12 });
      }
    }
  });
});

/** Orders at the same moment; a single connection makes them wait for each other. */
const buyers = process.env["PORTICO_TEST_ENGINE"] === "postgresql" ? 200 : 20;

/** Copies a cart and returns the masks of the copies. */
async function copies(mask: string, count: number): Promise<string[]> {
  const columnsOf = async (table: string, without: readonly string[]) => {
    const rows = await app.db.query<{ name: string }>(
      `select quote_ident(column_name) as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and column_name <> all($2::text[])`,
      [table, without],
    );
    return rows.map(({ name }) => name).join(", ");
  };
  const cart = await columnsOf("cart", ["id", "mask"]);
  const masks = await app.db.query<{ mask: string }>(
    `insert into cart (mask, ${cart}) select 'copy' || lpad(n::text, 28, '0'), ${cart}
    from cart, generate_series(1, $2::int) n where mask = $1 returning mask`,
    [mask, count],
  );
  for (const [table, id] of [
    ["cart_address", "id"],
    ["cart_item", "item_id"],
  ] as const) {
    const columns = await columnsOf(table, [id, "cart_id"]);
    await app.db.query(
      `insert into ${table} (cart_id, ${columns}) select copy.id, ${columns
        .split(", ")
        .map((name) => `part.${name}`)
        .join(", ")}
      from cart copy, ${table} part where copy.mask like 'copy%' and part.cart_id = (select id from cart where mask = $1)`,
      [mask],
    );
  }
  return masks.map((row) => row.mask);
}

/** Places an order; retries if the server is too busy. */
async function placeAtLast(guest: Shopper) {
  for (;;) {
    const answer = await place(guest);
    if (answer.status !== 503) return answer;
  }
}

describe("concurrent orders", () => {
  it("use a coupon with ten uses exactly ten times", { timeout: 300_000 }, async () => {
    await createProductsInStock(app, { popular: {} });
    const rule = {
      ...{ name: "Ten", is_active: true, website_ids: [1], customer_group_ids: [0], uses_per_coupon: 10 },
      ...{ coupon_type: "SPECIFIC_COUPON", simple_action: "by_percent", discount_amount: 10 },
    };
    const { body: saved } = await admin.post("/V1/salesRules", { rule });
    await admin.post("/V1/coupons", { coupon: { rule_id: saved.rule_id as number, code: "TEN", is_primary: true } });
    const guest = await ready(["popular", 1]);
    expect((await guest.client.put(`${guest.cart}/coupons/TEN`)).body).toBe(true);
    const masks = await copies(guest.cart.split("/").at(-1) ?? "", buyers);
    const answers = await Promise.all(
      masks.map((mask) => placeAtLast({ client: guest.client, cart: `/V1/guest-carts/${mask}` })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    // The others find the coupon used up, before or after they wait for it.
    expect(statuses.filter((status) => status === 400 || status === 404)).toHaveLength(buyers - 10);
    const coupon = await app.db.models.coupon.findUniqueOrThrow({ where: { code_key: "ten" } });
    expect(coupon.times_used).toBe(10);
    expect(
      await app.db.models.salesOrder.count({ where: { coupon_code: { equals: "TEN", mode: "insensitive" } } }),
    ).toBe(10);
  });

  it(
    "create one order from one cart, whether they are sent directly, through the queue or both",
    { timeout: 180_000 },
    async () => {
      await createProductsInStock(app, { single: {} });
      const guest = await ready(["single", 1]);
      const before = await app.db.models.salesOrder.count();
      const queued = () => guest.client.put(`/async${guest.cart}/order`, payment);
      const [direct, ...accepted] = await Promise.all([place(guest), queued(), queued(), queued()]);
      for (const answer of accepted) await waitForBulk(admin, answer);
      expect([200, 404]).toContain(direct.status);
      expect(await app.db.models.salesOrder.count()).toBe(before + 1);
    },
  );
});
