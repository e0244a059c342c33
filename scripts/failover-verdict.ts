import type pg from "pg";
import type { Answer, Tally } from "./failover-load.js";
import { couponCode } from "./order-template.js";
import { countFaults } from "./order-verdict.js";

/** Records every price change in the database itself, to detect prices that are set twice. */
export async function recordEffects(client: pg.Client): Promise<void> {
  await client.query("create table effect (seq bigserial primary key, product_id int, price numeric)");
  await client.query("create index on effect (price)");
  await client.query(
    `create function note() returns trigger language plpgsql as
     $$ begin insert into effect (product_id, price) values (new.product_id, new.price); return null; end $$`,
  );
  await client.query(
    "create trigger note after insert or update on product_price for each row execute function note()",
  );
}

/** What was acknowledged but is not there; all 0 with synchronous replication. */
export interface Lost {
  readonly bulks: readonly string[];
  readonly files: readonly string[];
  /** Prices of acknowledged bulks and files that were never set. */
  readonly prices: number;
  /** Carts whose order was acknowledged. */
  readonly orders: readonly string[];
  /** Acknowledged bulks and files of which some prices were set and others not. */
  readonly byHalf: readonly string[];
}

/** Finds what was acknowledged and is lost. */
export async function findLost(client: pg.Client, tally: Tally): Promise<Lost> {
  const missingBulks = async (uuids: Iterable<string>) => {
    const { rows } = await client.query<{ uuid: string }>(
      "select uuid from unnest($1::uuid[]) uuid where not exists (select from bulk where bulk.uuid = uuid.uuid)",
      [[...uuids]],
    );
    return rows.map(({ uuid }) => uuid);
  };
  const prices = [...tally.bulks, ...tally.files].flatMap(([uuid, each]) =>
    each.map((price) => [uuid, price] as const),
  );
  const unset = await client.query<{ uuid: string; n: number; all: number }>(
    `select uuid, count(*) filter (where e.price is null)::int as n, count(*)::int as all
     from unnest($1::text[], $2::numeric[]) as sent (uuid, price) left join effect e on e.price = sent.price
     group by uuid having count(*) filter (where e.price is null) > 0`,
    [prices.map(([uuid]) => uuid), prices.map(([, price]) => price)],
  );
  const unordered = await client.query<{ mask: string }>(
    `select mask from unnest($1::text[]) mask
     where not exists (select from cart c join sales_order o on o.quote_id = c.id where c.mask = mask.mask)`,
    [tally.orders],
  );
  return {
    bulks: await missingBulks(tally.bulks.keys()),
    files: await missingBulks(tally.files.keys()),
    prices: unset.rows.reduce((sum, { n }) => sum + n, 0),
    byHalf: unset.rows.filter(({ n, all }) => n < all).map(({ uuid }) => uuid),
    orders: unordered.rows.map(({ mask }) => mask),
  };
}

/** Counts what was done twice or by half; each is 0 if all is well. */
export async function countDoubledAndHalf(client: pg.Client, template: string): Promise<Record<string, number>> {
  const { rows } = await client.query<Record<string, string>>(
    `select (select count(*) from (select from effect where price > 1000 group by price having count(*) > 1) e) as "pricesDoubled",
       (select count(*) from bulk_operation where status <> 1) as "operationsFailed",
       (select count(*) from bulk b
         where operation_count <> (select count(*) from bulk_operation o where o.bulk_uuid = b.uuid)) as "bulksByHalf",
       (select count(*) from sales_order o where not exists (select from sales_order_item i where i.order_id = o.entity_id)) as "ordersByHalf"`,
  );
  const counts = Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)] as const);
  const { lost: cartsNotOrdered, ...faults } = await countFaults(client, { template, couponCode });
  return { ...Object.fromEntries(counts), ...faults, cartsNotOrdered };
}

/** The moments of a failover, in milliseconds since the start of this process. */
export interface Moments {
  readonly killed: number;
  readonly promoted: number;
  /** When the consumer ended its first operation after the promotion. */
  readonly consumed: number;
}

/** What the answers show. */
export interface Answers {
  /** Numbers of answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Answers that are neither a success nor 503 with `Retry-After`. */
  readonly faulty: readonly string[];
  readonly slowestSeconds: number;
  /** Seconds from the promotion until each process of the API, and the consumer, had written something. */
  readonly resumedAfterSeconds: { readonly [process: string]: number };
}

export function judgeAnswers(answers: readonly Answer[], { promoted, consumed }: Moments): Answers {
  const statuses: Record<string, number> = {};
  const faulty: string[] = [];
  const resumed: Record<string, number> = { consumer: seconds(consumed - promoted) };
  let slowest = 0;
  for (const { url, asked, answered, status, isWrite, retryAfter, text } of answers) {
    const name = String(status ?? "none");
    statuses[name] = (statuses[name] ?? 0) + 1;
    slowest = Math.max(slowest, answered - asked);
    const isGood = status === 200 || status === 202 || status === 404 || (status === 503 && retryAfter !== null);
    if (!isGood) faulty.push(`${name} ${text.slice(0, 200)}`);
    if (isWrite && asked > promoted && status !== undefined && status < 300) {
      resumed[url] ??= seconds(answered - promoted);
    }
  }
  return { statuses, faulty, slowestSeconds: seconds(slowest), resumedAfterSeconds: resumed };
}

const seconds = (milliseconds: number) => Math.round(milliseconds) / 1000;
