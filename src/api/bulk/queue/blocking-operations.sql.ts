// SQL: the queue and its locks (measured by `drain-price-updates` and `drain-special-prices`).
import type { Db } from "../../../platform/db/database.js";
import { plannedAnew } from "../../../platform/db/statements/statements.js";
import { claimedText, type ClaimedOperation } from "./operations.sql.js";

/** An operation that a claimed one has to wait for. */
export interface BlockingOperation {
  /** The claimed operation that waits. */
  readonly blocks: number;
  readonly seq: number;
  /** The key of the blocking operation by which it blocks. */
  readonly key: string;
}

/** Selects the earliest row of the two tables with keys. */
const earlier = (rows: (table: string, key: string) => string) => `(
  (${rows("bulk_queue", "ordering_key")})
  union all
  (${rows("bulk_queue_key", "key")})
  order by seq limit 1)`;

/**
 * Selects the earliest unclaimed operation before `last` with a key. Conditions and order match the index of keys; with
 * `seq` alone, the database may read all earlier operations instead.
 */
const earliestOf = (key: string, last: string) =>
  earlier(
    (table, column) => `select seq, ${column} as key from ${table}
      where (${column}, seq) >= (${key}, 0) and (${column}, seq) < (${key}, ${last}) and seq <> all($1::bigint[])
      order by ${column}, seq limit 1`,
  );

/** Selects the earliest unclaimed operation before `last` with any key of an aggregate. */
const earliestOfAny = (aggregate: string, last: string) =>
  earlier(
    (table, column) => `select seq, ${column} as key from ${table}
      where starts_with(${column}, ${aggregate} || ':') and seq < ${last} and seq <> all($1::bigint[])
      order by seq limit 1`,
  );

/**
 * Finds, for each key of the claimed operations, the earliest open operation that shares it, was accepted before and is
 * not claimed: the same key, or `*` on either side. Usually all earlier operations are claimed too, and then nothing
 * else is read.
 */
export function findBlocking(db: Db, operations: readonly ClaimedOperation[]): Promise<BlockingOperation[]> {
  const seqs = operations.map(({ seq }) => seq);
  const keys = operations.flatMap((operation) => operation.keys.map((key) => ({ seq: operation.seq, key })));
  return db.query<BlockingOperation>(
    plannedAnew(`with claimed as materialized (
       select seq, key, split_part(key, ':', 1) as aggregate
       from unnest($3::bigint[], $4::text[]) as own(seq, key)
       where exists (select from bulk_queue q where q.seq < $2::bigint and q.seq <> all($1::bigint[]))
     ), wanted as materialized (
       select key, aggregate, max(seq) as last from claimed group by key, aggregate
     ), by_key as materialized (
       select w.key as wanted, e.seq, e.key from wanted w cross join lateral ${earliestOf("w.key", "w.last")} e
     ), by_every_key as materialized (
       select a.aggregate, e.seq, e.key
       from (select aggregate, max(last) as last from wanted group by aggregate) a
       cross join lateral ${earliestOf("a.aggregate || ':*'", "a.last")} e
     ), by_any_key as materialized (
       select w.aggregate, e.seq, e.key
       from (select * from wanted where key = aggregate || ':*') w
       cross join lateral ${earliestOfAny("w.aggregate", "w.last")} e
     )
     select c.seq as blocks, b.seq, b.key from by_key b join claimed c on c.key = b.wanted and c.seq > b.seq
     union
     select c.seq, b.seq, b.key from by_every_key b join claimed c on c.aggregate = b.aggregate and c.seq > b.seq
     union
     select c.seq, b.seq, b.key from by_any_key b join claimed c on c.key = b.aggregate || ':*' and c.seq > b.seq`),
    [seqs, Math.max(...seqs), keys.map(({ seq }) => seq), keys.map(({ key }) => key)],
  );
}

/** The operations claimed so far, and how many more may be claimed. */
interface Claimed {
  readonly operations: readonly ClaimedOperation[];
  readonly limit: number;
}

const claimBlockingText = plannedAnew(
  claimedText(`select * from bulk_queue
    where ctid = any(array(
      select next.ctid
      from unnest($1::bigint[], $2::text[]) as first(seq, key)
      cross join lateral (
        (select ctid, seq from bulk_queue
         where (ordering_key, seq) >= (first.key, first.seq) and (ordering_key, seq) < (first.key, $3::bigint)
           and seq <> all($4::bigint[])
         order by ordering_key, seq limit $5::int)
        union all
        (select q.ctid, q.seq
         from (
           select seq from bulk_queue_key
           where (key, seq) >= (first.key, first.seq) and (key, seq) < (first.key, $3::bigint)
             and seq <> all($4::bigint[])
           order by key, seq limit $5::int
         ) k cross join lateral (
           select ctid, seq from bulk_queue where seq between k.seq and k.seq order by seq offset 0
         ) q)
      ) next
      order by next.seq limit $5::int
    ))
    and due_at <= now()
    for update skip locked`),
);

/**
 * Claims blocking operations together with the operations of the same key that follow them, up to the last claimed
 * operation. Claiming one at a time would take too long if many earlier operations have a later turn. Operations that
 * wait for their next attempt are not claimed.
 */
export function claimBlocking(
  db: Db,
  blocking: readonly BlockingOperation[],
  { operations, limit }: Claimed,
): Promise<ClaimedOperation[]> {
  const first = new Map<string, number>();
  for (const { seq, key } of blocking) first.set(key, Math.min(seq, first.get(key) ?? seq));
  return db.query<ClaimedOperation>(claimBlockingText, [
    [...first.values()],
    [...first.keys()],
    Math.max(...operations.map(({ seq }) => seq)),
    operations.map(({ seq }) => seq),
    limit,
  ]);
}
