import type { Measure } from "../measure.js";
import { inTurn, throughput } from "../timing.js";

const rounds = 3;

/** The price of one product after another. */
export const updatePrice: Measure = {
  name: "update-price",
  title: "`PUT /V1/products/:sku`, price only, 16 connections",
  unit: "requests/s",
  goal: { of: "ratio", atLeast: 0.4 },
  async run({ ours, baseline, skus, database }) {
    const next = (number: number) => ({
      path: `/rest/V1/products/${skus[(number * 37) % skus.length]}`,
      body: JSON.stringify({ product: { price: 10 + (number % 20_000) / 100 } }),
    });
    const load = { connections: 16, method: "PUT", next } as const;
    const measure = { ours: () => throughput(ours, load), baseline: () => throughput(baseline, load) };
    await inTurn(1, measure);
    await database.query("vacuum analyze");
    return inTurn(rounds, measure);
  },
};
