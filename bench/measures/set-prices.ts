import type { Bench, Measure } from "../measure.js";
import { measureAlternately, send, timed } from "../timing.js";

/** A type of price: the route, and the row for a product. */
interface Kind {
  readonly name: string;
  readonly label: string;
  readonly path: string;
  readonly row: (sku: string, amount: number) => object;
}

const kinds: readonly Kind[] = [
  {
    name: "set-special-prices",
    label: "special",
    path: "/rest/V1/products/special-price",
    row: (sku, price) => ({
      price,
      store_id: 0,
      sku,
      price_from: "2099-01-01 00:00:00",
      price_to: "2099-12-31 23:59:59",
    }),
  },
  {
    name: "set-tier-prices",
    label: "tier",
    path: "/rest/V1/products/tier-prices",
    row: (sku, price) => ({
      price,
      price_type: "fixed",
      website_id: 0,
      sku,
      customer_group: "Wholesale",
      quantity: 10,
    }),
  },
  {
    name: "set-base-prices",
    label: "base",
    path: "/rest/V1/products/base-prices",
    row: (sku, price) => ({ price, store_id: 0, sku }),
  },
  {
    name: "set-costs",
    label: "cost",
    path: "/rest/V1/products/cost",
    row: (sku, cost) => ({ cost, store_id: 0, sku }),
  },
];

const warmUpRounds = 3;
const rounds = 11;

/** One call that sets a price of every product. Each call sets different amounts from the previous one. */
export const setPrices: readonly Measure[] = kinds.map(({ name, label, path, row }) => ({
  name,
  title: `one call that sets 10,000 ${label} prices`,
  unit: "ms",
  goal: { of: "ratio", atMost: 2, aim: 1.3 },
  async run({ ours, baseline, skus, database }: Bench) {
    let call = 0;
    const body = () => {
      call += 1;
      return JSON.stringify({ prices: skus.map((sku, index) => row(sku, (1000 + index + call) / 100)) });
    };
    const set = (target: typeof ours) => async () => {
      const json = body();
      return timed(async () => expectNoFailures(await send(target, path, json)));
    };
    const measure = { ours: set(ours), baseline: set(baseline) };
    await measureAlternately(warmUpRounds, measure);
    await database.query("vacuum analyze");
    return measureAlternately(rounds, measure);
  },
}));

function expectNoFailures(answer: string): void {
  if (answer !== "[]") throw new Error(`Rows were rejected: ${answer.slice(0, 300)}`);
}
