import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pg from "pg";
import { scratchDatabase } from "../bench/scratch-database.js";
import { readConfig } from "../src/config.js";
import { openDatabase } from "../src/platform/db/open.js";
import { prepareDatabase } from "../src/platform/db/migrations/prepare.js";
import { placeConcurrentOrders } from "./stock-rush.js";

const usage = `npm run drill:stock -- [--rounds N] [--buyers N] [--pieces N] [--processes N]

Lets buyers in several processes order the same two products at the same moment, round after round. Then proves that exactly the
available pieces were sold, and that no buyer got an error other than insufficient stock. Needs PostgreSQL
(DATABASE_URL).`;

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "100" },
    buyers: { type: "string", default: "200" },
    pieces: { type: "string", default: "50" },
    processes: { type: "string", default: "2" },
    help: { type: "boolean", default: false },
  },
});

/** A task for a process of buyers in a round. */
interface Round {
  readonly skus: readonly string[];
  readonly buyers: number;
  readonly firstOrder: number;
}

/**
 * The result of a process: how many of its buyers got their goods, or the error of a buyer who failed for another
 * reason than stock.
 */
type Sold = { readonly sold: number } | { readonly error: string };

async function main(rounds: number, buyers: number, pieces: number): Promise<void> {
  await using database = await scratchDatabase();
  const db = await openDatabase(readConfig({ DATABASE_URL: database.url }));
  await prepareDatabase(db);
  await db.close();
  const client = new pg.Client(database.url);
  client.on("error", () => undefined);
  await client.connect();
  const processes = Array.from({ length: Number(options.processes) }, () => startBuyers(database.url));
  const share = Math.ceil(buyers / processes.length);
  const started = performance.now();
  const wrong: object[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const skus = [`DRILL-${round}-A`, `DRILL-${round}-B`];
    await addStock(client, skus, pieces);
    const answers = await Promise.all(
      processes.map((child, index) =>
        run(child, { skus, buyers: share, firstOrder: 1 + (round * processes.length + index) * share }),
      ),
    );
    const sold = answers.reduce((sum, answer) => sum + ("sold" in answer ? answer.sold : NaN), 0);
    const reserved = await reservedOf(client, skus);
    if (sold !== pieces || reserved.some((quantity) => quantity !== -pieces)) wrong.push({ round, answers, reserved });
  }
  const seconds = (performance.now() - started) / 1000;
  for (const child of processes) child.disconnect();
  await client.end();
  const orders = rounds * share * processes.length;
  console.log(JSON.stringify({ rounds, orders, ordersPerSecond: Math.round(orders / seconds), wrong }, null, 2));
  process.exitCode = wrong.length === 0 ? 0 : 1;
}

function startBuyers(url: string): ChildProcess {
  const jiti = fileURLToPath(new URL("../node_modules/jiti/lib/jiti-cli.mjs", import.meta.url));
  return fork(jiti, [fileURLToPath(import.meta.url)], { env: { ...process.env, DRILL_DATABASE: url } });
}

async function run(child: ChildProcess, round: Round): Promise<Sold> {
  const answered = once(child, "message");
  child.send(round);
  const [answer] = (await answered) as [Sold];
  return answer;
}

/** Adds products with this quantity at the default source. */
async function addStock(client: pg.Client, skus: readonly string[], pieces: number): Promise<void> {
  await client.query(
    `with added as (
      insert into product (sku, sku_key, attribute_set_id, type_id)
      select sku, lower(sku), 4, 'simple' from unnest($1::text[]) as given (sku) returning id, sku, sku_key),
    stocked as (insert into stock_item (product_id, qty, is_in_stock) select id, $2::int, true from added)
    insert into inventory_source_item (source_code, sku, sku_key, quantity, status)
    select 'default', sku, sku_key, $2::int, 1 from added`,
    [skus, pieces],
  );
}

async function reservedOf(client: pg.Client, skus: readonly string[]): Promise<number[]> {
  const { rows } = await client.query<{ kept: string; summed: string }>(
    `select kept.quantity as kept, (select sum(quantity) from inventory_reservation r where r.sku_key = kept.sku_key) as summed
    from inventory_reserved_quantity kept where kept.sku_key = any($1::text[])`,
    [skus.map((sku) => sku.toLowerCase())],
  );
  return rows.flatMap(({ kept, summed }) => [Number(kept), Number(summed)]);
}

/** Runs a process of buyers, which handles rounds from the parent until it disconnects. */
async function buy(url: string): Promise<void> {
  const db = await openDatabase(readConfig({ DATABASE_URL: url }));
  process.on("message", (round: Round) => {
    void placeConcurrentOrders({ databases: [db], stockId: 1, ...round })
      .then((sold): Sold => ({ sold }))
      .catch((error: unknown): Sold => ({ error: String(error) }))
      .then((answer) => process.send?.(answer));
  });
  await once(process, "disconnect");
  await db.close();
}

const database = process.env["DRILL_DATABASE"];
if (options.help) console.log(usage);
else if (database === undefined) await main(Number(options.rounds), Number(options.buyers), Number(options.pieces));
else await buy(database);
