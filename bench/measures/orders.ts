import { deleteCarts } from "../carts.js";
import type { Bench, Measure, Target } from "../measure.js";
import { copyOrder, importOrder } from "../orders.js";
import { measureAlternately, throughput } from "../timing.js";

const rounds = 4;
const lines = 5;

/** Measures both servers with new orders in each round, and deletes the orders. */
async function measureOrders(
  bench: Bench,
  count: number,
  measure: (target: Target, ids: readonly number[]) => Promise<number>,
) {
  await using baseline = await bench.startBaseline("orders");
  const { database, ours } = bench;
  try {
    const template = await importOrder(ours, bench.skus.slice(0, lines));
    const on = (target: Target) => async () => measure(target, await copyOrder(database, template, count));
    const both = { ours: on(ours), baseline: on({ url: baseline.url, headers: {} }) };
    await measureAlternately(1, both);
    return await measureAlternately(rounds, both);
  } finally {
    await deleteCarts(database);
  }
}

const readOrder: Measure = {
  name: "read-order",
  title: "`GET /V1/orders/:id`, 5 lines, 32 connections",
  unit: "requests/s",
  goal: { of: "ratio", atLeast: 0.5 },
  run: (bench) =>
    measureOrders(bench, 500, (target, ids) =>
      throughput(target, {
        connections: 32,
        method: "GET",
        next: (number) => ({ path: `/rest/V1/orders/${ids[number % ids.length] ?? 0}` }),
      }),
    ),
};

const maxOrders = 2500;

const fulfil: Measure = {
  name: "invoice-and-ship",
  title: "`POST /V1/order/:orderId/invoice` and `…/ship` of each order, 5 lines, 8 connections",
  unit: "requests/s",
  goal: { of: "ratio", atLeast: 0.3 },
  run: (bench) =>
    measureOrders(bench, maxOrders, (target, ids) =>
      throughput(target, {
        connections: 8,
        method: "POST",
        next: (number) => {
          const id = ids[Math.floor((number - 1) / 2)];
          if (id === undefined) throw new Error(`${ids.length} orders are too few for a round.`);
          return { path: `/rest/V1/order/${id}/${number % 2 === 1 ? "invoice" : "ship"}`, body: "{}" };
        },
      }),
    ),
};

/** Reading and fulfilling orders. */
export const orders: readonly Measure[] = [readOrder, fulfil];
