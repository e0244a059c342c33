import type { Bench, Measure } from "../measure.js";
import { measureAlternately, latency, throughput } from "../timing.js";

/** Returns a price change. Consecutive calls set different prices. */
const change = ({ skus }: Bench, number: number) => ({
  path: `/rest/V1/products/${skus[(number * 37) % skus.length]}`,
  body: JSON.stringify({ product: { price: 10 + (number % 20_000) / 100 } }),
});

const throughputRounds = 5;

const byMany: Measure = {
  name: "update-price",
  title: "`PUT /V1/products/:sku`, price only, 16 connections",
  unit: "requests/s",
  goal: { of: "ratio", atLeast: 0.4 },
  async run(bench) {
    const load = { connections: 16, method: "PUT", next: (number: number) => change(bench, number) } as const;
    const measure = { ours: () => throughput(bench.ours, load), baseline: () => throughput(bench.baseline, load) };
    await measureAlternately(1, measure);
    await bench.database.query("vacuum analyze");
    return measureAlternately(throughputRounds, measure);
  },
};

const latencyWarmUpRounds = 8;
const latencyRounds = 25;

const byOne: Measure = {
  name: "update-price-alone",
  title: "`PUT /V1/products/:sku`, price only, 1 connection, median latency",
  unit: "ms",
  goal: { of: "ratio", atMost: 2.5 },
  async run(bench) {
    let sent = 0;
    const load = { method: "PUT", next: () => change(bench, (sent += 1)) } as const;
    const measure = { ours: () => latency(bench.ours, load), baseline: () => latency(bench.baseline, load) };
    await measureAlternately(latencyWarmUpRounds, measure);
    await bench.database.query("vacuum analyze");
    return measureAlternately(latencyRounds, measure);
  },
};

export const updatePrice: readonly Measure[] = [byMany, byOne];
