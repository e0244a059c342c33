import type pg from "pg";
import { deleteCarts } from "../carts.js";
import type { Bench, Measure, Outcome, Target } from "../measure.js";
import { copyOrder, importOrder, repeatOrder } from "../orders.js";
import { measureAlternately, throughput } from "../timing.js";

/** Number of orders on the pages: they changed recently, and have lines and addresses. */
const recent = 400;
const few = 10_000;
const many = 1_000_000;
const lines = 5;
const rounds = 4;

/** The page that an ERP reads: orders that changed since a time, the oldest change first. */
const page = (since: string) => {
  const query = new URLSearchParams({
    "searchCriteria[filter_groups][0][filters][0][field]": "updated_at",
    "searchCriteria[filter_groups][0][filters][0][value]": since,
    "searchCriteria[filter_groups][0][filters][0][condition_type]": "gteq",
    "searchCriteria[sortOrders][0][field]": "updated_at",
    "searchCriteria[sortOrders][0][direction]": "ASC",
    "searchCriteria[pageSize]": "20",
  });
  return `/rest/V1/orders?${query.toString()}`;
};

const since = "2026-01-01 00:00:00";

const pagesOf = (target: Target) => () =>
  throughput(target, { connections: 8, method: "GET", next: () => ({ path: page(since) }) });

/** Adds older orders without lines, up to a total count. */
async function fillUpTo(database: pg.Client, template: number, count: number): Promise<void> {
  const { rows } = await database.query<{ n: string }>("select count(*) as n from sales_order");
  await repeatOrder(database, template, count - Number(rows[0]?.n));
}

async function measurePages(bench: Bench): Promise<{ readonly bare: Outcome; readonly growth: Outcome }> {
  await using baseline = await bench.startBaseline("orders");
  const { database, ours } = bench;
  try {
    const template = await importOrder(ours, bench.skus.slice(0, lines));
    const ids = await copyOrder(database, template, recent);
    await database.query("update sales_order set updated_at = '2025-06-01'");
    await database.query(
      "update sales_order set updated_at = $2::timestamp + make_interval(mins => entity_id) where entity_id = any($1::int[])",
      [ids, since],
    );
    await fillUpTo(database, template, few);
    await pagesOf(ours)();
    const small = await measureAlternately(rounds, {
      ours: pagesOf(ours),
      baseline: pagesOf({ url: baseline.url, headers: {} }),
    });
    await fillUpTo(database, template, many);
    await pagesOf(ours)();
    const large = await measureAlternately(rounds, {
      ours: pagesOf(ours),
      baseline: pagesOf({ url: baseline.url, headers: {} }),
    });
    return { bare: large, growth: { ours: large.ours, baseline: small.ours } };
  } finally {
    await deleteCarts(database);
  }
}

const measured = new WeakMap<Bench, ReturnType<typeof measurePages>>();

/** Runs the pages once for both measures, because the tables take a minute to fill. */
function pagesOnce(bench: Bench): ReturnType<typeof measurePages> {
  const found = measured.get(bench) ?? measurePages(bench);
  measured.set(bench, found);
  return found;
}

export const searchOrders: readonly Measure[] = [
  {
    name: "search-orders",
    title: "page of 20 of 1,000,000 orders by `updated_at`, 400 match, 8 connections",
    unit: "requests/s",
    goal: { of: "ratio", atLeast: 0.4 },
    run: async (bench) => (await pagesOnce(bench)).bare,
  },
  {
    name: "search-orders-growth",
    title: "the same page, compared with 10,000 orders",
    unit: "requests/s",
    goal: { of: "ratio", atLeast: 0.5 },
    run: async (bench) => (await pagesOnce(bench)).growth,
  },
];
