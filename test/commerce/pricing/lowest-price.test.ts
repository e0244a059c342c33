import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { localTime } from "../../../src/api/contract/dates.js";
import { type Lowest, lowestPrice } from "../../../src/commerce/pricing/history/lowest-price/lowest-price.js";
import { pricesInView } from "../../../src/commerce/pricing/history/prices-in-view.js";
import { shopClock } from "../../../src/commerce/pricing/history/shop-clock.js";
import { statesOf, type TimelineRow } from "../../../src/commerce/pricing/history/lowest-price/timeline.js";
import { useApp } from "../../support/app.js";
import { addProducts, addStores } from "./support.js";

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.parse("2026-06-30T12:00:00Z");

interface Given {
  readonly price: number | null;
  readonly from?: number;
  readonly to?: number;
  /** Milliseconds; null for a stored price. */
  readonly until: number | null;
  readonly madeIn?: string;
}

const zone = "Europe/Berlin";
const inZone = (at: number | undefined) => (at === undefined ? null : localTime(new Date(at), zone));

const row = (kind: "base" | "special", { price, from, to, until, madeIn }: Given): TimelineRow => ({
  ...{ product_id: 1, kind, store_id: 0, website_id: null, customer_group_id: null, quantity: null, price_type: null },
  price: price === null ? null : String(price),
  ...{ price_from: inZone(from), price_to: inZone(to) },
  changed_at: until === null ? null : new Date(until).toISOString(),
  made_in: until === null ? null : (madeIn ?? String(until)),
});

const base = (price: number | null, until: number | null, madeIn?: string) =>
  row("base", { price, until, ...(madeIn === undefined ? {} : { madeIn }) });

function lowest(rows: readonly TimelineRow[], days = 30, knownSince = -Infinity): Lowest {
  const place = { storeId: 1, websiteId: 1, isGlobal: false };
  const inOrder = rows.toSorted((one, other) => (one.changed_at ?? "~").localeCompare(other.changed_at ?? "~"));
  const states = statesOf(inOrder).map(({ from, prices }) => ({ from, facts: pricesInView("simple", prices, place) }));
  return lowestPrice(states, {
    ...{ groupId: 0, now, since: now - days * day, knownSince },
    clock: shopClock((at) => localTime(at, zone)),
  });
}

const amount = fc.integer({ min: 1, max: 9 });
/** Distinct whole hours of the last days. */
const hours = fc.uniqueArray(fc.integer({ min: 0, max: 40 * 24 }), { minLength: 1, maxLength: 5 });
const moment = fc.option(fc.integer({ min: 0, max: 45 * 24 }), { nil: undefined });
const special = fc.record({ price: fc.option(amount), from: moment, to: moment });

describe("the lowest price of a timeline", () => {
  it("is the lowest of the prices that the product had at some time in the period", () => {
    fc.assert(
      fc.property(
        fc.record({
          times: hours,
          bases: fc.array(amount, { minLength: 6 }),
          specials: fc.array(special, { minLength: 6 }),
        }),
        ({ times, bases, specials: given }) => {
          const ends = [...times.sort((a, b) => a - b), null];
          const at = (hours: number | undefined) => (hours === undefined ? undefined : now - 40 * day + hours * hour);
          const states = ends.map((end, index) => {
            const { price = null, from, to } = given[index] ?? {};
            return {
              until: end === null ? null : (at(end) ?? 0),
              base: bases[index] ?? 1,
              price,
              from: at(from),
              to: at(to),
            };
          });
          const rows = states.flatMap((state) => [
            base(state.base, state.until),
            row("special", {
              ...{ price: state.price, until: state.until },
              ...(state.from === undefined ? {} : { from: state.from }),
              ...(state.to === undefined ? {} : { to: state.to }),
            }),
          ]);
          const specials = states.map(({ price, from = -Infinity, to }) => {
            const isWholeDay = inZone(to)?.endsWith("00:00:00");
            return { price, from, to: to === undefined ? Infinity : isWholeDay ? to + day - 1 : to };
          });
          const priceAt = (time: number) => {
            const index = states.findIndex(({ until }) => until === null || time < until);
            const full = states[index]?.base ?? 0;
            const { price = null, from = 0, to = 0 } = specials[index] ?? {};
            return price !== null && from <= time && time <= to ? Math.min(full, price) : full;
          };
          const seen = Array.from({ length: 30 * 48 + 1 }, (_, index) => priceAt(now - 30 * day + index * (hour / 2)));
          expect(Number(lowest(rows).lowest)).toBe(Math.min(...seen));
          expect(Number(lowest(rows).price)).toBe(seen.at(-1));
        },
      ),
      { numRuns: 60 },
    );
  });

  const past = [base(85, now - 10 * day), base(90, now - 5 * day), base(100, null)];

  it("is that of the 30 days before the special price if there is a reduction", () => {
    const from = now - 2 * day;
    const rows = [
      ...past,
      row("special", { price: null, until: now - 3 * day }),
      row("special", { price: 70, from, until: null }),
    ];
    expect(lowest(rows)).toEqual({ price: "70", lowest: "70", reducedSince: from, beforeReduction: "85" });
    expect(lowest(rows, 1)).toMatchObject({ lowest: "70", beforeReduction: "85" });
  });

  it("includes an earlier special price if there is a reduction, even one directly before the current one", () => {
    const rows = [
      ...past,
      row("special", { price: null, until: now - 6 * day }),
      row("special", { price: 80, until: now - day }),
      row("special", { price: 60, until: null }),
    ];
    expect(lowest(rows)).toMatchObject({ reducedSince: now - day, beforeReduction: "80" });
  });

  it("has no value before a reduction if it has ended, if there is none, or if its start is not known", () => {
    const none = { reducedSince: null, beforeReduction: null };
    const over = row("special", { price: 70, to: now - 2 * day, until: null });
    expect(lowest([...past, over])).toEqual({ price: "100", lowest: "70", ...none });
    expect(lowest([...past, row("special", { price: 200, until: null })])).toMatchObject({ price: "100", ...none });
    const unknown = row("special", { price: 70, until: null });
    expect(lowest([...past, unknown])).toMatchObject({ price: "70", ...none });
    const from = now - 2 * day;
    expect(lowest([...past, row("special", { price: 70, from, until: null })], 30, now - day)).toMatchObject(none);
  });

  it("leaves out prices that were never visible, because the same transaction changed them again", () => {
    const rows = [base(85, now - 5 * day, "one"), base(1, now - 5 * day + 3, "one"), base(100, null)];
    expect(lowest(rows).lowest).toBe("85");
    expect(lowest([base(85, now - 5 * day), base(1, now - 5 * day + 3), base(100, null)]).lowest).toBe("1");
  });

  it("is null while there is no base price", () => {
    expect(lowest([])).toEqual({ price: null, lowest: null, reducedSince: null, beforeReduction: null });
    expect(lowest([base(null, now - day), base(5, null)]).lowest).toBe("5");
  });
});

describe("GET /V1/products/:sku/lowest-price", () => {
  const { app, admin } = useApp({ PORTICO_PRICE_SCOPE: "website" });

  beforeAll(async () => {
    await addStores(app.db);
    await addProducts(app.db, [{ sku: "shirt" }, { sku: "set", type: "bundle" }]);
    await admin.post("/V1/products/base-prices", { prices: [{ sku: "shirt", store_id: 0, price: 10 }] });
    await admin.post("/V1/products/base-prices", { prices: [{ sku: "shirt", store_id: 11, price: 20 }] });
    await admin.post("/V1/products/tier-prices", {
      prices: [
        { sku: "shirt", price: 50, price_type: "discount", website_id: 0, customer_group: "General", quantity: 1 },
        { sku: "shirt", price: 1, price_type: "fixed", website_id: 0, customer_group: "ALL GROUPS", quantity: 2 },
      ],
    });
    await app.db.execute(
      `with made as (
        insert into price_change_set (changed_at, actor_type, call, request_id)
        values (now() - interval '10 days', 0, 'test', 'long ago') returning id, changed_at)
      insert into price_change_block (set_id, seq, changed_at, kind, product_ids, skus, store_ids, old_prices, new_prices)
      select made.id, 0, made.changed_at, 'base', array[product.id, product.id], array['shirt', 'shirt'], array[11, 12],
        array[4, 4], array[null, null]::numeric[]
      from made, product where sku = 'shirt'`,
    );
  });

  const path = "/V1/products/SHIRT/lowest-price";

  it("compares the prices of one unit by website and customer group", async () => {
    const { status, body } = await admin.get(`${path}?days=30`);
    expect(status).toBe(200);
    const of = (days: object[], website: number, group: number) =>
      days.find((entry) =>
        expect.objectContaining({ website_id: website, customer_group_id: group }).asymmetricMatch(entry),
      );
    expect(of(body, 1, 0)).toMatchObject({ sku: "shirt", price: 10, lowest_price: 10, store_ids: [1, 10] });
    expect(of(body, 1, 1)).toMatchObject({ customer_group: "General", price: 5, lowest_price: 5 });
    expect(of(body, 2, 0)).toMatchObject({ price: 20, lowest_price: 4, reduced_since: null, store_ids: [11, 12] });
    expect(of(body, 2, 1)).toMatchObject({ price: 10, lowest_price: 4 });
    expect(of((await admin.get(`${path}?days=9`)).body, 2, 0)).toMatchObject({ price: 20, lowest_price: 10 });
  });

  it("returns many products at once, for one website and group if requested", async () => {
    const { body } = await admin.post("/V1/products/lowest-prices", {
      ...{ skus: ["shirt", "set", "never"], days: 30, customerGroupId: 0, websiteId: 2 },
    });
    expect(body).toEqual([
      expect.objectContaining({ sku: "shirt", website_id: 2, customer_group_id: 0, lowest_price: 4 }),
    ]);
    expect((await admin.post("/V1/products/lowest-prices", { skus: ["shirt"], days: 0 })).status).toBe(400);
  });

  it("begins later than requested if changes were removed", async () => {
    await app.db.execute("update price_history_state set removed_up_to = 1");
    const [first] = (await admin.get(`${path}?days=3650`)).body;
    expect(Date.parse(first.since)).toBeGreaterThan(Date.now() - 100 * day);
    await app.db.execute("update price_history_state set removed_up_to = 0");
  });

  it("rejects other product types, invalid periods, unknown websites and groups, and calls without its permission", async () => {
    const status = async (url: string, client = admin) => (await client.get(url)).status;
    expect(await status("/V1/products/set/lowest-price")).toBe(400);
    expect(await status("/V1/products/never/lowest-price")).toBe(404);
    expect(await status(`${path}?days=0`)).toBe(400);
    expect(await status(`${path}?days=3651`)).toBe(400);
    expect(await status(`${path}?websiteId=9`)).toBe(404);
    expect(await status(`${path}?customerGroupId=99`)).toBe(404);
    expect(await status(path, await app.asAdmin(["Magento_Catalog::catalog"]))).toBe(401);
  });
});
