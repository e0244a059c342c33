import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { deleteCarts } from "../carts.js";
import type { Bench, Goal, Measure } from "../measure.js";
import { newProducts, removeCreated } from "./new-products.js";
import { orderOf } from "../orders.js";
import { withQueues } from "../queues.js";
import { measureAlternately, request, send } from "../timing.js";

export const priceUpdates = ({ skus }: Bench, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    sku: skus[(at * 37) % skus.length],
    product: { price: 10 + (at % 20_000) / 100 },
  }));

interface Drain {
  readonly name: string;
  readonly title: string;
  readonly kind: "price" | "special" | "creation" | "order";
  readonly call: readonly [method: "PUT" | "POST", path: string];
  readonly goal: Goal;
  /** The elements of a round. Each round has a unique number. */
  readonly elements: (bench: Bench, round: number) => readonly object[];
  /** Removes the data of the rounds. */
  readonly after?: (bench: Bench) => Promise<unknown>;
}

/** Returns a measure of operations per second with one consumer process. */
const drain = ({ name, title, goal, kind, call: [method, path], elements, after }: Drain): Measure => ({
  name,
  title,
  unit: "operations/s",
  goal,
  run: (bench) =>
    withQueues(bench, async ({ ours, baseline, startConsumer }) => {
      let round = 0;
      const next = () => {
        const sent = elements(bench, (round += 1));
        return { count: sent.length, body: JSON.stringify(sent) };
      };
      const consumer = startConsumer();
      const measure = {
        ours: async () => {
          const { count, body } = next();
          await request(ours, method, path, body);
          return measureDrain(bench, count);
        },
        baseline: async () => {
          const { count, body } = next();
          await request(baseline, "POST", "/accept", body);
          const answer = await send(baseline, "/drain", JSON.stringify({ kind, count }));
          return (1000 * count) / (JSON.parse(answer) as { milliseconds: number }).milliseconds;
        },
      };
      // The first rounds also warm up the processes, including the consumer's connection to the broker.
      await measureAlternately(2, measure);
      // Like autovacuum, which would do so within a minute: plans made for empty tables are made again.
      await bench.database.query("vacuum analyze");
      const outcome = await measureAlternately(5, measure);
      consumer.kill("SIGTERM");
      await once(consumer, "exit");
      await expectNoFailures(bench);
      await after?.(bench);
      return outcome;
    }),
});

/** Throws if an operation failed, because the measure would then be meaningless. */
async function expectNoFailures({ database }: Bench): Promise<void> {
  const failed = "select id, result_message from bulk_operation where status <> 1 limit 1";
  const { rows } = await database.query<{ result_message: string }>(failed);
  if (rows[0]) throw new Error(`An operation failed: ${rows[0].result_message}`);
}

/**
 * Returns operations per second. The time starts when the bulk is accepted, because announcing its operations is part
 * of the work.
 */
async function measureDrain({ database }: Bench, count: number): Promise<number> {
  const started = performance.now();
  const open = async () =>
    Number((await database.query<{ n: string }>("select count(*) as n from bulk_queue")).rows[0]?.n);
  while ((await open()) > 0) await pause(5);
  return (1000 * count) / (performance.now() - started);
}

/** Returns orders of other systems, each of two lines. */
const oldOrders = ({ skus }: Bench, round: number) =>
  Array.from({ length: 2000 }, (_, at) => ({
    entity: {
      ...orderOf([skus[at % skus.length] ?? "", skus[(at + 1) % skus.length] ?? ""]),
      increment_id: `OLD-${round}-${at}`,
    },
  }));

/** Deletes the orders. Throws if orders of both servers differ in lines, addresses or payment. */
async function removeOrders({ database }: Bench): Promise<void> {
  const { rows } = await database.query<{ left: string }>(
    `select distinct json_build_array(o.state, o.grand_total, o.billing_address_id is null, o.shipping_address_id is null,
        (select count(*) from sales_order_item i where i.order_id = o.entity_id and i.qty_ordered = 1),
        (select count(*) from sales_order_address a where a.parent_id = o.entity_id),
        (select count(*) from sales_order_payment p where p.parent_id = o.entity_id))::text as left
     from sales_order o`,
  );
  await deleteCarts(database);
  await database.query("truncate bulk, bulk_operation, bulk_queue, bulk_caller");
  await database.query("vacuum analyze");
  if (rows.length !== 1)
    throw new Error(`Portico and the baseline left different rows: ${rows.map(({ left }) => left).join(" and ")}.`);
}

/** Measures of queued work with one consumer. */
export const drains: readonly Measure[] = [
  drain({
    name: "drain-price-updates",
    title: "drain `PUT /async/bulk/V1/products/bySku`, 5,000 price updates, one consumer",
    goal: { of: "ratio", atLeast: 0.5 },
    kind: "price",
    call: ["PUT", "/rest/async/bulk/V1/products/bySku"],
    elements: (bench) => priceUpdates(bench, 5000),
  }),
  drain({
    name: "drain-special-prices",
    title: "drain `POST /async/bulk/V1/products/special-price`, 100 operations of 100 rows, one consumer",
    goal: { of: "ratio", atLeast: 0.3, aim: 0.5 },
    kind: "special",
    call: ["POST", "/rest/async/bulk/V1/products/special-price"],
    elements: ({ skus }) =>
      Array.from({ length: 100 }, (_, operation) => ({
        prices: skus.slice(operation * 100, operation * 100 + 100).map((sku) => ({ sku, store_id: 0, price: 5 })),
      })),
  }),
  drain({
    name: "drain-creations",
    title: "drain `POST /async/bulk/V1/products`, 1,000 new products, one consumer",
    goal: { of: "ratio", atLeast: 0.3, aim: 0.5 },
    kind: "creation",
    call: ["POST", "/rest/async/bulk/V1/products"],
    elements: (_bench, round) => newProducts(round, 1000),
    after: removeCreated,
  }),
  drain({
    name: "import-orders",
    title: "drain `POST /async/bulk/V1/orders`, 2,000 orders of two lines, one consumer",
    goal: { of: "ratio", atLeast: 0.3 },
    kind: "order",
    call: ["POST", "/rest/async/bulk/V1/orders"],
    elements: oldOrders,
    after: removeOrders,
  }),
];
