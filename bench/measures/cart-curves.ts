import { asGuest, cartOf, copyCart, createCart, deleteCarts } from "../carts.js";
import type { Bench, Measure } from "../measure.js";
import { copyOrder, importOrder } from "../orders.js";
import { latency, median, post, request, throughput } from "../timing.js";

const rounds = 4;
const lines = 5;
const stored = 100_000;
/** Number of carts and orders copied at a time. */
const batch = 20_000;
const maxOrders = 2500;

/** Returns the median of several rounds; the first one only warms up. */
async function medianOf(round: () => Promise<number>): Promise<number> {
  await round();
  const results: number[] = [];
  while (results.length < rounds) results.push(await round());
  return median(results);
}

/** Returns the orders per second of carts of five lines. */
async function placeOrders({ ours, database }: Bench, template: string): Promise<number> {
  const body = JSON.stringify({ paymentMethod: { method: "checkmo" } });
  return medianOf(async () => {
    const masks = await copyCart(database, template, maxOrders);
    const next = (number: number) => ({ path: `/rest/V1/guest-carts/${cartOf(masks, number)}/order`, body });
    return throughput(asGuest(ours), { connections: 8, method: "PUT", next });
  });
}

const placeAmongMany: Measure = {
  name: "place-order-among-many",
  title:
    "`PUT /V1/guest-carts/:cartId/order` with 100,000 other carts and 100,000 orders, 8 connections; baseline: without them",
  unit: "requests/s",
  goal: { of: "ratio", atLeast: 0.9 },
  async run(bench) {
    const { ours, database, skus } = bench;
    try {
      const template = await createCart(ours, skus.slice(0, lines));
      const baseline = await placeOrders(bench, template);
      const order = await importOrder(ours, skus.slice(0, lines));
      for (let done = 0; done < stored; done += batch) {
        await copyCart(database, template, batch);
        await copyOrder(database, order, batch);
      }
      return { ours: await placeOrders(bench, template), baseline };
    } finally {
      await deleteCarts(database);
    }
  },
};

/** Creates active rules with a coupon each. Returns the code of the first one. */
async function createCouponRules({ ours }: Bench, from: number, to: number): Promise<string> {
  const code = (number: number) => `BENCH-COUPON-${number}`;
  for (let number = from; number <= to; number += 1) {
    const rule = {
      ...{ name: `Bench coupon ${number}`, is_active: true, website_ids: [1], customer_group_ids: [0, 1, 2, 3] },
      ...{ coupon_type: "SPECIFIC_COUPON", simple_action: "by_percent", discount_amount: 5, sort_order: number },
    };
    const { rule_id } = (await post(ours, "salesRules", { rule })) as { readonly rule_id: number };
    await post(ours, "coupons", { coupon: { rule_id, code: code(number), is_primary: true } });
  }
  return code(from);
}

const [fewRules, manyRules] = [20, 1000];
const linesOfTotals = 10;

const totalsWithManyRules: Measure = {
  name: "totals-many-rules",
  title:
    "`POST /V1/guest-carts/:cartId/totals-information` with 1,000 active coupon rules, median latency; baseline: with 20",
  unit: "ms",
  goal: { of: "ratio", atMost: 2 },
  async run(bench) {
    const { ours, database, skus } = bench;
    const guest = asGuest(ours);
    try {
      const coupon = await createCouponRules(bench, 1, fewRules);
      const mask = await createCart(ours, skus.slice(0, linesOfTotals));
      await request(guest, "PUT", `/rest/V1/guest-carts/${mask}/coupons/${coupon}`);
      const body = JSON.stringify({
        addressInformation: {
          address: { country_id: "US", region_id: 12, postcode: "90210" },
          ...{ shipping_carrier_code: "flatrate", shipping_method_code: "flatrate" },
        },
      });
      const path = `/rest/V1/guest-carts/${mask}/totals-information`;
      const measure = () => medianOf(() => latency(guest, { method: "POST", next: () => ({ path, body }) }));
      const baseline = await measure();
      await createCouponRules(bench, fewRules + 1, manyRules);
      await database.query("analyze sales_rule, coupon");
      return { ours: await measure(), baseline };
    } finally {
      await database.query("delete from sales_rule");
      await deleteCarts(database);
    }
  },
};

/** The speed of carts and orders in a large shop. */
export const cartCurves: readonly Measure[] = [placeAmongMany, totalsWithManyRules];
