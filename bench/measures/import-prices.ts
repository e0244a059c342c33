import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Bench, Measure, Target } from "../measure.js";
import { request, timed } from "../timing.js";

const warmUpRounds = 1;
const rounds = 3;
const tiers = 17;

/** Imports a file of 200,000 mixed prices; the baseline copies it into a table and merges the table into the prices. */
export const importPrices: Measure = {
  name: "import-prices",
  title: "import a CSV file of 200,000 mixed prices, from the first byte to the last price",
  unit: "rows/s",
  goal: { of: "ratio", atLeast: 0.4 },
  async run({ ours, startOurs, skus, database }: Bench) {
    await using server = await startOurs();
    const target = { ...ours, url: server.url };
    const best = { ours: 0, baseline: 0 };
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      const speed = async (run: (lines: readonly string[]) => Promise<void>, change: number) => {
        const lines = [...linesOf(skus, round * 2 + change)];
        await database.query("vacuum analyze product_price, product_tier_price, product");
        const ms = await timed(() => run(lines));
        return (lines.length - 1) / (ms / 1000);
      };
      const [mine, bare] = [
        await speed((lines) => importFile(target, lines), 0),
        await speed((lines) => copyAndMerge(database, lines), 1),
      ];
      if (round < warmUpRounds) continue;
      best.ours = Math.max(best.ours, mine);
      best.baseline = Math.max(best.baseline, bare);
    }
    return best;
  },
};

function* linesOf(skus: readonly string[], change: number): Generator<string> {
  yield "kind,sku,store_id,website_id,customer_group,quantity,price,price_type,price_from,price_to\n";
  for (const [place, sku] of skus.entries()) {
    const price = (1000 + place + change) / 100;
    yield `base,${sku},0,,,,${price},,,\n`;
    yield `special,${sku},0,,,,${price / 2},,,2099-12-31 23:59:59\n`;
    yield `cost,${sku},0,,,,${price / 4},,,\n`;
    for (let tier = 0; tier < tiers; tier += 1) yield `tier,${sku},,0,Wholesale,${tier + 2},${price},fixed,,\n`;
  }
}

async function importFile(target: Target, lines: readonly string[]): Promise<void> {
  const headers = { ...target.headers, "Content-Type": "text/csv" };
  const sent = await fetch(`${target.url}/rest/V1/price-imports`, { method: "POST", headers, body: lines.join("") });
  const { bulk_uuid } = (await sent.json()) as { bulk_uuid: string };
  for (;;) {
    const text = (await request(target, "GET", `/rest/V1/price-imports/${bulk_uuid}`)).toString();
    const { state, written, unchanged } = JSON.parse(text) as Record<"written" | "unchanged", number> & {
      state: string;
    };
    if (state === "running") await new Promise((resolve) => setTimeout(resolve, 25));
    else if (state === "complete" && written + unchanged === lines.length - 1) return;
    else throw new Error(`The import did not complete: ${text}`);
  }
}

async function copyAndMerge(database: pg.Client, lines: readonly string[]): Promise<void> {
  await database.query("begin");
  await database.query(
    `create temp table given (kind text, sku text, store_id int, website_id int, customer_group text, quantity numeric,
       price numeric, price_type text, price_from timestamp, price_to timestamp) on commit drop`,
  );
  const copy = database.query(copyFrom("copy given from stdin with (format csv, header)"));
  await pipeline(Readable.from([lines.join("")]), copy);
  for (const [kind, columns, values] of merges) {
    const set = columns.map((column) => `${column} = excluded.${column}`).join(", ");
    await database.query(
      `insert into product_price (product_id, store_id, ${columns.join(", ")})
       select product.id, store_id, ${values} from given join product on sku_key = lower(given.sku) where kind = '${kind}'
       on conflict (product_id, store_id) do update set ${set}`,
    );
  }
  await database.query(
    `insert into product_tier_price (product_id, all_groups, customer_group_id, qty, website_id, value)
     select product.id, false, customer_group.id, quantity, website_id, price
     from given join product on sku_key = lower(given.sku) join customer_group on code_key = lower(given.customer_group)
     where kind = 'tier'
     on conflict (product_id, all_groups, customer_group_id, qty, website_id) do update
     set value = excluded.value, percentage_value = null`,
  );
  await database.query("commit");
}

const merges: readonly (readonly [kind: string, columns: readonly string[], values: string])[] = [
  ["base", ["price"], "price"],
  ["special", ["special_price", "special_to"], "price, price_to"],
  ["cost", ["cost"], "price"],
];
