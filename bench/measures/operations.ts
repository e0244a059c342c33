import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Bench, Measure, Outcome } from "../measure.js";
import { withQueues } from "../queues.js";
import { measureAlternately, request, timed } from "../timing.js";
import { drains, priceUpdates } from "./drains.js";

const acceptance = (count: number): Measure => ({
  name: `accept-${count}`,
  title: `accept a bulk of ${count.toLocaleString("en-US")} price updates`,
  unit: "ms",
  goal: { of: "ratio", atMost: 2.5 },
  run: (bench) =>
    withQueues(bench, async ({ ours, baseline, waiting }) => {
      const body = JSON.stringify(priceUpdates(bench, count));
      const announced = async () => {
        while ((await waiting()).unannounced > 0) await pause(10);
      };
      const measure = {
        // Wait until the operations are announced, so that rounds do not slow each other down.
        ours: async () => {
          const milliseconds = await timed(() => request(ours, "PUT", "/rest/async/bulk/V1/products/bySku", body));
          await announced();
          return milliseconds;
        },
        baseline: () => timed(() => request(baseline, "POST", "/accept", body)),
      };
      await measureAlternately(2, measure);
      const outcome = await measureAlternately(7, measure);
      await bench.database.query("truncate bulk, bulk_operation, bulk_queue, bulk_caller");
      return outcome;
    }),
});

/** Returns the median times of a read in milliseconds, for two states of the database alternately. */
const measureReads = (bench: Bench, paths: { readonly ours: string; readonly baseline: string }): Promise<Outcome> => {
  const read = (path: string) => async () => {
    const times: number[] = [];
    for (let call = 0; call < 15; call += 1) times.push(await timed(() => request(bench.ours, "GET", path)));
    return times.sort((one, other) => one - other)[7] ?? NaN;
  };
  return measureAlternately(5, { ours: read(paths.ours), baseline: read(paths.baseline) });
};

const status: Measure = {
  name: "bulk-status",
  title: "status summary of a bulk of 10,000 operations; baseline: of 10",
  unit: "ms",
  goal: { of: "ratio", atMost: 5 },
  async run(bench) {
    const [large, small] = [await addBulk(bench, 10_000), await addBulk(bench, 10)];
    await bench.database.query("vacuum analyze bulk, bulk_operation");
    return measureReads(bench, { ours: `/rest/V1/bulk/${large}/status`, baseline: `/rest/V1/bulk/${small}/status` });
  },
};

/** Adds a finished bulk in which one operation in a hundred failed. */
async function addBulk({ database }: Bench, count: number, startTime = "2026-01-01 00:00:00"): Promise<string> {
  const uuid = randomUUID();
  await database.query(
    `insert into bulk (uuid, route, topic, user_type, user_id, operation_count, request_id, start_time, finished_at)
     values ($1, 'PUT /V1/products/:sku', 'async.magento.catalog.api.productrepositoryinterface.save.put', 2, 1, $2, 'bench', $3, now())`,
    [uuid, count, startTime],
  );
  await database.query(
    `insert into bulk_operation (bulk_uuid, id, status, start_time, payload, result, result_message)
     select $1, n, case when n % 100 = 99 then 3 else 1 end, $3, '{"sku":"x","product":{"price":1}}', '{}',
       'Service execution success Magento\\Catalog\\Api\\ProductRepositoryInterface::save'
     from generate_series(0, $2::int - 1) n`,
    [uuid, count, startTime],
  );
  return uuid;
}

const search = (name: string, title: string, query: (bulk: string) => string): Measure => ({
  name,
  title: `search ${title}, a page of 20 of 1,000,000 operations; baseline: of 10,000`,
  unit: "ms",
  goal: { of: "ratio", atMost: 3 },
  async run(bench) {
    await bench.database.query("truncate bulk, bulk_operation, bulk_queue, bulk_caller");
    const bulk = await addBulk(bench, 1000, "2025-06-01 12:00:00");
    for (let hour = 0; hour < 9; hour += 1) await addBulk(bench, 1000, `2025-01-01 0${hour}:00:00`);
    await bench.database.query("vacuum analyze bulk, bulk_operation");
    const few = await measureRead(bench, query(bulk));
    for (let day = 10; day < 28; day += 1) {
      for (let hour = 10; hour < 21; hour += 1) await addBulk(bench, 5000, `2025-01-${day} ${hour}:00:00`);
    }
    await bench.database.query("vacuum analyze bulk, bulk_operation");
    const many = await measureRead(bench, query(bulk));
    await bench.database.query("truncate bulk, bulk_operation, bulk_queue, bulk_caller");
    return { ours: many, baseline: few };
  },
});

async function measureRead(bench: Bench, path: string): Promise<number> {
  const { ours } = await measureReads(bench, { ours: path, baseline: path });
  return ours;
}

const criteria = (...filters: readonly (readonly [field: string, value: string, condition: string])[]) =>
  `/rest/V1/bulk?searchCriteria[pageSize]=20&${filters
    .map(([field, value, condition], at) =>
      Object.entries({ field, value, condition_type: condition })
        .map(([key, text]) => `searchCriteria[filter_groups][${at}][filters][0][${key}]=${encodeURIComponent(text)}`)
        .join("&"),
    )
    .join("&")}`;

/** Asynchronous work: accepting, running and reading its status. */
export const operations: readonly Measure[] = [
  acceptance(1000),
  acceptance(10_000),
  ...drains,
  status,
  search("search-bulk", "by bulk", (bulk) => criteria(["bulk_uuid", bulk, "eq"])),
  search("search-status", "by status and time", () =>
    criteria(["status", "3", "eq"], ["start_time", "2025-06-01 00:00:00", "gt"]),
  ),
];
