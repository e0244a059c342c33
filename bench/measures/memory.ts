import { setTimeout as pause } from "node:timers/promises";
import type { Bench, Measure, Target } from "../measure.js";
import type { ServerProcess } from "../server-process.js";
import { type Load, send, throughput } from "../timing.js";
import { priceUpdates } from "./drains.js";
import { productPage } from "./list-products.js";

/** Measures the resident memory of a new process after ten calls with 10,000 rows: five writes and five reads. */
const afterLargeCalls: Measure = {
  name: "memory",
  title: "memory after ten calls of 10,000 rows",
  unit: "MB",
  goal: { of: "ours", atMost: 300 },
  async run(bench) {
    const after = async (server: ServerProcess, { headers }: Target) => {
      await using stopped = server;
      for (let call = 1; call <= 5; call += 1) {
        const prices = bench.skus.map((sku) => ({ price: call, store_id: 0, sku }));
        await send({ url: stopped.url, headers }, "/rest/V1/products/special-price", JSON.stringify({ prices }));
        const wanted = JSON.stringify({ skus: bench.skus });
        await send({ url: stopped.url, headers }, "/rest/V1/products/special-price-information", wanted);
      }
      return stopped.residentMegabytes();
    };
    return {
      ours: await after(await bench.startOurs(), bench.ours),
      baseline: await after(await bench.startBaseline(), bench.baseline),
    };
  },
};

const mixedSeconds = { ours: 60, baseline: 15 } as const;

/** Returns the calls of a mix of twenty: sixteen read a product, two a page of a hundred, and two update a price. */
const singleCalls =
  ({ skus }: Bench) =>
  (number: number) => {
    const path = `/rest/V1/products/${skus[(number * 37) % skus.length]}`;
    if (number % 20 < 2) return { path: productPage(number) };
    if (number % 20 >= 4) return { path };
    return { method: "PUT", path, body: JSON.stringify({ product: { price: 10 + (number % 1000) / 100 } }) } as const;
  };

/**
 * Returns the same calls, with occasional calls of a thousand prices, synchronous and queued. The baseline's
 * statements deadlock on these.
 */
const mixedCalls = (bench: Bench) => {
  const updates = priceUpdates(bench, 1000);
  const prices = updates.map(({ sku, product }) => ({ sku, price: product.price / 2, store_id: 0 }));
  const atOnce = { method: "POST", path: "/rest/V1/products/special-price", body: JSON.stringify({ prices }) } as const;
  const queued = { method: "PUT", path: "/rest/async/bulk/V1/products/bySku", body: JSON.stringify(updates) } as const;
  const single = singleCalls(bench);
  return (number: number) => (number % 1000 === 0 ? queued : number % 1000 === 500 ? atOnce : single(number));
};

/** Measures the peak resident memory of a process, including its consumer, while it answers. */
const underMixedLoad: Measure = {
  name: "memory-mixed",
  title: "peak memory in a minute of mixed load, 16 connections",
  unit: "MB",
  goal: { of: "ours", atMost: 240 },
  async run(bench) {
    const peak = async (server: ServerProcess, load: { target: Target; next: Load["next"]; seconds: number }) => {
      await using loaded = server;
      let most = 0;
      const { target, next, seconds } = load;
      const answered = throughput({ ...target, url: loaded.url }, { connections: 16, method: "GET", next }, seconds);
      const watching = new AbortController();
      const watched = watch(watching.signal, () => (most = Math.max(most, loaded.residentMegabytes())));
      await answered.finally(() => watching.abort());
      await watched;
      return most;
    };
    const ours = { target: bench.ours, next: mixedCalls(bench), seconds: mixedSeconds.ours };
    const baseline = { target: bench.baseline, next: singleCalls(bench), seconds: mixedSeconds.baseline };
    const outcome = {
      ours: await peak(await bench.startOurs(), ours),
      baseline: await peak(await bench.startBaseline(), baseline),
    };
    await bench.database.query("truncate bulk, bulk_operation, bulk_queue, bulk_caller");
    return outcome;
  },
};

async function watch(signal: AbortSignal, look: () => void): Promise<void> {
  while (!signal.aborted) {
    look();
    await pause(100, undefined, { signal }).catch(() => undefined);
  }
}

/** Resident memory of a process. */
export const memory: readonly Measure[] = [afterLargeCalls, underMixedLoad];
