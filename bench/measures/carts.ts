import { asGuest, cartOf, copyCart, createCart, deleteCarts, indexOfNewSku, storeTotals } from "../carts.js";
import type { Bench, Measure, Target } from "../measure.js";
import { measureAlternately, post, throughput } from "../timing.js";

const rounds = 4;
export const path = (mask: string, of: string) => `/rest/V1/guest-carts/${mask}/${of}`;

/** Measures both servers with a request for each cart, and deletes the carts. */
export async function measureCarts(bench: Bench, measure: (target: Target) => Promise<number>, name = "carts") {
  try {
    // It ends before the carts are deleted, because its last transactions could deadlock with that.
    await using baseline = await bench.startBaseline(name);
    const both = {
      ours: () => measure(asGuest(bench.ours)),
      baseline: () => measure({ url: baseline.url, headers: {} }),
    };
    await measureAlternately(1, both);
    return await measureAlternately(rounds, both);
  } finally {
    await deleteCarts(bench.database);
  }
}

const addLines = 10;
const maxAdds = 8000;

const addItem: Measure = {
  name: "add-item",
  title: "`POST /V1/guest-carts/:cartId/items`, adding an 11th item to a cart of 10, 16 connections",
  unit: "requests/s",
  goal: { of: "ratio", atLeast: 0.35, aim: 0.5 },
  async run(bench) {
    const { database, skus } = bench;
    const template = await createCart(bench.ours, skus.slice(0, addLines));
    return measureCarts(bench, async (target) => {
      const masks = await copyCart(database, template, maxAdds);
      const next = (number: number) => {
        const sku = skus[indexOfNewSku(number, addLines, skus.length)];
        return { path: path(cartOf(masks, number), "items"), body: JSON.stringify({ cartItem: { sku, qty: 1 } }) };
      };
      return throughput(target, { connections: 16, method: "POST", next });
    });
  },
};

const totalsLines = 100;

const rule = (number: number) => ({
  name: `Bench ${number}`,
  is_active: true,
  website_ids: [1],
  customer_group_ids: [0, 1, 2, 3],
  coupon_type: "NO_COUPON",
  simple_action: "by_percent",
  discount_amount: 1,
  stop_rules_processing: false,
  sort_order: number,
});

const rates = [
  { code: "Bench California", tax_region_id: 12, rate: 7.25 },
  { code: "Bench Los Angeles", tax_region_id: 12, rate: 2.25 },
  { code: "Bench Country", tax_region_id: 0, rate: 1 },
];

/** Creates 20 active rules, and a tax rule for each of three rates. */
async function createRules({ ours }: Bench): Promise<void> {
  for (let number = 1; number <= 20; number += 1) await post(ours, "salesRules", { rule: rule(number) });
  for (const [priority, rate] of rates.entries()) {
    const { id } = (await post(ours, "taxRates", {
      taxRate: { ...rate, tax_country_id: "US", tax_postcode: "*" },
    })) as {
      readonly id: number;
    };
    const classes = { customer_tax_class_ids: [3], product_tax_class_ids: [2], tax_rate_ids: [id] };
    await post(ours, "taxRules", {
      rule: { code: rate.code, priority, position: 0, calculate_subtotal: false, ...classes },
    });
  }
}

const removals = ["delete from sales_rule", "delete from tax_rule", "delete from tax_rate where code like 'Bench %'"];

/** Measures a request for the totals of a cart of 100 lines to which 20 rules and three rates apply. */
const totalsOf = (
  name: string,
  measured: { of: string; method: "GET" | "POST"; body?: string; what: string },
): Measure => ({
  name,
  title: `\`${measured.method} /V1/guest-carts/:cartId/${measured.of}\`: 100 lines, 20 rules, 3 tax rates, ${measured.what}`,
  unit: "requests/s",
  goal: { of: "ratio", atLeast: 0.35 },
  async run(bench) {
    try {
      await createRules(bench);
      const template = await createCart(bench.ours, bench.skus.slice(0, totalsLines));
      const masks = await copyCart(bench.database, template, 100);
      await storeTotals(bench.ours, masks);
      const { of, method, body } = measured;
      const given = body === undefined ? {} : { body };
      const next = (number: number) => ({ path: path(masks[number % masks.length] ?? "", of), ...given });
      const load = { connections: 8, method, next };
      return await measureCarts(bench, (target) => throughput(target, load));
    } finally {
      for (const removal of removals) await bench.database.query(removal);
    }
  },
});

const placeLines = 5;
const maxOrders = 5000;

const placeOrder: Measure = {
  name: "place-order",
  title: "`PUT /V1/guest-carts/:cartId/order`, 5 lines, 8 connections",
  unit: "requests/s",
  goal: { of: "ratio", atLeast: 0.35 },
  async run(bench) {
    const template = await createCart(bench.ours, bench.skus.slice(0, placeLines));
    const body = JSON.stringify({ paymentMethod: { method: "checkmo" } });
    return measureCarts(bench, async (target) => {
      const masks = await copyCart(bench.database, template, maxOrders);
      const next = (number: number) => ({ path: path(cartOf(masks, number), "order"), body });
      return throughput(target, { connections: 8, method: "PUT", next });
    });
  },
};

/** Carts and orders of guests. */
export const carts: readonly Measure[] = [
  addItem,
  totalsOf("totals", { of: "totals", method: "GET", what: "stored" }),
  totalsOf("collect-totals", {
    of: "totals-information",
    method: "POST",
    body: JSON.stringify({
      addressInformation: {
        address: { country_id: "US", region_id: 12, postcode: "90210" },
        shipping_carrier_code: "flatrate",
        shipping_method_code: "flatrate",
      },
    }),
    what: "recalculated",
  }),
  placeOrder,
];
