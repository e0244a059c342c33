import type { Bench, Measure } from "../measure.js";
import { measureAlternately, latency, throughput } from "../timing.js";

const path = ({ skus }: Bench, number: number) => `/rest/V1/products/${skus[(number * 37) % skus.length]}`;

const throughputRounds = 5;

/** Reads whole products one after the other by SKU. */
const byMany: Measure = {
  name: "read-product",
  title: "`GET /V1/products/:sku`, 32 connections",
  unit: "requests/s",
  goal: { of: "ratio", atLeast: 0.4, aim: 0.7 },
  async run(bench) {
    const next = (number: number) => ({ path: path(bench, number) });
    const load = { connections: 32, method: "GET", next } as const;
    const measure = { ours: () => throughput(bench.ours, load), baseline: () => throughput(bench.baseline, load) };
    await measureAlternately(1, measure);
    return measureAlternately(throughputRounds, measure);
  },
};

const latencyWarmUpRounds = 8;
const latencyRounds = 25;

/** The latency for an integration that calls sequentially. */
const byOne: Measure = {
  name: "read-product-alone",
  title: "`GET /V1/products/:sku`, 1 connection, median latency",
  unit: "ms",
  goal: { of: "ratio", atMost: 2.4, aim: 1.6 },
  async run(bench) {
    let sent = 0;
    const next = () => ({ path: path(bench, (sent += 1)) });
    const load = { method: "GET", next } as const;
    const measure = { ours: () => latency(bench.ours, load), baseline: () => latency(bench.baseline, load) };
    await measureAlternately(latencyWarmUpRounds, measure);
    return measureAlternately(latencyRounds, measure);
  },
};

export const readProduct: readonly Measure[] = [byMany, byOne];
