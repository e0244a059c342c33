import { beforeAll, describe, expect, it } from "vitest";
import { lockCart, readCart } from "../../../src/commerce/cart/state/cart-state.rows.js";
import { startApp, useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { eventually } from "../../support/bulk.js";
import { set } from "../checkout/support.js";
import { createProductInStock, Shopper } from "./cart-tests.js";

const { app } = useApp();
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin();
  for (const sku of ["one", "two"]) await createProductInStock(admin, sku);
  const taxRate = { code: "US", rate: 10, tax_country_id: "US", tax_region_id: 0, tax_postcode: "*" };
  const { body } = await admin.post("/V1/taxRates", { taxRate });
  const classes = { customer_tax_class_ids: [3], product_tax_class_ids: [2], tax_rate_ids: [body.id] };
  expect(
    (await admin.post("/V1/taxRules", { rule: { code: "Tax", priority: 0, position: 0, ...classes } })).status,
  ).toBe(200);
});

/** The statements that read facts which all carts share, by their tables. */
const shared = /^select scope, .* from (config_value)|from (sales_rule) r|from (tax_rule) r|from (customer_group) g/;

/** Adds a product to a new cart; returns the statements that read facts that all carts share. */
async function readsOf(add: Shopper): Promise<string[]> {
  const statements = await app.statementsOf(async () => expect((await add.add("one", 1)).status).toBe(200));
  return statements.flatMap((text) => shared.exec(text)?.slice(1) ?? []).filter((table) => table !== undefined);
}

const newCart = () => Shopper.withCart(app);
const allTables = ["config_value", "customer_group", "sales_rule", "tax_rule"];

describe("facts that all carts share", () => {
  it("are read once, and again after one of them has changed", async () => {
    await readsOf(await newCart());
    expect(await readsOf(await newCart())).toEqual([]);
    await set(app, { "tax/calculation/algorithm": "ROW_BASE_CALCULATION" });
    expect((await readsOf(await newCart())).sort()).toEqual(allTables);
    expect(await readsOf(await newCart())).toEqual([]);
  });

  it("are current in each process after a change by another one", async () => {
    await using other = await startApp({}, () =>
      Promise.resolve({ database: app.db, settings: {}, [Symbol.asyncDispose]: () => Promise.resolve() }),
    );
    const guest = await newCart();
    await guest.add("one", 1);
    const rule = { name: "Sale", is_active: true, website_ids: [1], customer_group_ids: [0], coupon_type: "NO_COUPON" };
    const created = await (
      await other.asAdmin()
    ).post("/V1/salesRules", {
      rule: { ...rule, simple_action: "by_percent", discount_amount: 50 },
    });
    expect(created.status).toBe(200);
    await guest.add("two", 1);
    const { body } = await guest.totals();
    expect(body.discount_amount).toBe(-body.subtotal / 2);
    expect((await admin.delete(`/V1/salesRules/${created.body.rule_id}`)).status).toBe(200);
    await guest.add("two", 1);
    expect((await guest.totals()).body.discount_amount).toBe(0);
  });

  it("are not kept by a transaction that has changed them, whether it ends or not", async () => {
    const guest = await newCart();
    const revisions: unknown[] = [];
    const work = app.db.transaction(async (tx) => {
      revisions.push((await readCart(tx, guest.cartId))?.shared_facts);
      await tx.execute("update tax_rate set rate = 99", []);
      revisions.push((await readCart(tx, guest.cartId))?.shared_facts);
      throw new Error("undone");
    });
    await expect(work).rejects.toThrow("undone");
    expect(revisions).toEqual([expect.any(String), null]);
    expect((await readCart(app.db, guest.cartId))?.shared_facts).toBe(revisions[0]);
  });

  // The embedded database has one connection, so no call waits for another one's lock.
  it.skipIf(process.env["PORTICO_TEST_ENGINE"] !== "postgresql")(
    "are those of the moment when a call gets the lock of its cart, not when it began to wait",
    async () => {
      const { cartId } = await newCart();
      let waiting: ReturnType<typeof lockCart> = Promise.resolve(null);
      const before = await app.db.transaction(async (tx) => {
        const locked = await lockCart(tx, cartId);
        waiting = app.db.transaction((other) => lockCart(other, cartId));
        await eventually(() =>
          app.db.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
            [],
          ),
        ).toHaveLength(1);
        await set(app, { "tax/calculation/algorithm": "TOTAL_BASE_CALCULATION" });
        return locked?.shared_facts;
      });
      const now = (await readCart(app.db, cartId))?.shared_facts;
      expect(now).not.toBe(before);
      expect((await waiting)?.shared_facts).toBe(now);
    },
  );

  it("have a revision that no earlier state had", async () => {
    const guest = await newCart();
    const revision = async () => (await readCart(app.db, guest.cartId))?.shared_facts;
    const first = await revision();
    await set(app, { "tax/calculation/algorithm": "UNIT_BASE_CALCULATION" });
    const second = await revision();
    expect(second).not.toBe(first);
    await set(app, { "tax/calculation/algorithm": "ROW_BASE_CALCULATION" });
    expect([first, second]).not.toContain(await revision());
  });

  it("have both triggers on each table", async () => {
    const triggers = await app.db.query<{ name: string; tables: number; definitions: string[] }>(
      `select tgname as name, count(distinct tgrelid)::int as tables,
        array_agg(replace(replace(replace(pg_get_triggerdef(oid), tgname, ''), ' CONSTRAINT', ''), ' DEFERRABLE INITIALLY DEFERRED', '')
          order by tgrelid) as definitions
      from pg_trigger where tgname in ('count_cart_facts', 'mark_cart_facts') group by tgname order by tgname`,
      [],
    );
    expect(triggers.map(({ name }) => name)).toEqual(["count_cart_facts", "mark_cart_facts"]);
    expect(triggers[0]?.tables).toBeGreaterThan(20);
    expect(triggers[1]?.definitions).toEqual(triggers[0]?.definitions);
  });
});
