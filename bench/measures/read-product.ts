import type { Measure } from "../measure.js";
import { inTurn, throughput } from "../timing.js";

const rounds = 3;

/** One product after another, whole, by its SKU. */
export const readProduct: Measure = {
  name: "read-product",
  title: "`GET /V1/products/:sku`, 32 connections",
  unit: "requests/s",
  goal: { of: "ratio", atLeast: 0.4, aim: 0.7 },
  async run({ ours, baseline, skus }) {
    const next = (number: number) => ({ path: `/rest/V1/products/${skus[(number * 37) % skus.length]}` });
    const load = { connections: 32, method: "GET", next } as const;
    const measure = { ours: () => throughput(ours, load), baseline: () => throughput(baseline, load) };
    await inTurn(1, measure);
    return inTurn(rounds, measure);
  },
};
