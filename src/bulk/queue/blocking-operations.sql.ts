// SQL: the queue and its locks (measured by the drains).
import type { Db } from "../../db/database.js";
import { plannedAnew } from "../../db/statements.js";
import { claimed, type ClaimedOperation } from "./operations.sql.js";

/** An operation that a claimed one has to wait for. */
export interface BlockingOperation {
  /** The claimed operation that waits. */
  readonly blocks: number;
  readonly seq: number;
  /** The key of the blocking operation by which it blocks. */
  readonly key: string;
}

/** Selects the earliest open operation, not claimed and accepted before `last`, of which a key fulfils the condition. */
const earliest = (condition: (key: string) => string, last: string) => `(
  (select q.seq, q.ordering_key as key from bulk_queue q
   where ${condition("q.ordering_key")} and q.seq < ${last} and q.seq <> all($1::bigint[])
   order by q.seq limit 1)
  union all
  (select k.seq, k.key from bulk_queue_key k join bulk_queue q on q.seq = k.seq
   where ${condition("k.key")} and k.seq < ${last} and k.seq <> all($1::bigint[])
   order by k.seq limit 1)
  order by seq limit 1)`;

/**
 * Finds, for each key of the claimed operations, the earliest open operation that shares it, was accepted before and is not
 * claimed: the same key, or `*` on either side. Mostly all earlier operations are claimed too, and then nothing else is read.
 */
export function findBlocking(db: Db, operations: readonly ClaimedOperation[]): Promise<BlockingOperation[]> {
  const seqs = operations.map(({ seq }) => seq);
  return db.query<BlockingOperation>(
    plannedAnew(`with claimed as (
       select seq, key, split_part(key, ':', 1) as aggregate
       from (
         select q.seq, q.ordering_key as key from bulk_queue q where q.seq = any($1::bigint[])
         union all
         select k.seq, k.key from bulk_queue_key k where k.seq = any($1::bigint[])
       ) own
       where exists (select from bulk_queue q where q.seq < $2::bigint and q.seq <> all($1::bigint[]))
     ), wanted as (
       select key, aggregate, max(seq) as last from claimed group by key, aggregate
     ), by_key as (
       select w.key as wanted, e.seq, e.key from wanted w cross join lateral ${earliest((key) => `${key} = w.key`, "w.last")} e
     ), by_every_key as (
       select a.aggregate, e.seq, e.key
       from (select aggregate, max(last) as last from wanted group by aggregate) a
       cross join lateral ${earliest((key) => `${key} = a.aggregate || ':*'`, "a.last")} e
     ), by_any_key as (
       select w.aggregate, e.seq, e.key
       from (select * from wanted where key = aggregate || ':*') w
       cross join lateral ${earliest((key) => `starts_with(${key}, w.aggregate || ':')`, "w.last")} e
     )
     select c.seq as blocks, b.seq, b.key from by_key b join claimed c on c.key = b.wanted and c.seq > b.seq
     union
     select c.seq, b.seq, b.key from by_every_key b join claimed c on c.aggregate = b.aggregate and c.seq > b.seq
     union
     select c.seq, b.seq, b.key from by_any_key b join claimed c on c.key = b.aggregate || ':*' and c.seq > b.seq`),
    [seqs, Math.max(...seqs)],
  );
}

/** What is claimed already, and how much more may be. */
interface Claimed {
  readonly operations: readonly ClaimedOperation[];
  readonly limit: number;
}

/**
 * Claims blocking operations together with those that follow them with the same key, up to the last claimed operation.
 * One at a time would take too long when many earlier operations have a later turn. One that waits for its next attempt is
 * left alone.
 */
export function claimBlocking(
  db: Db,
  blocking: readonly BlockingOperation[],
  { operations, limit }: Claimed,
): Promise<ClaimedOperation[]> {
  const first = new Map<string, number>();
  for (const { seq, key } of blocking) first.set(key, Math.min(seq, first.get(key) ?? seq));
  return db.query<ClaimedOperation>(
    plannedAnew(`${claimed}
     where q.seq in (
       select next.seq
       from unnest($1::bigint[], $2::text[]) as first(seq, key)
       cross join lateral (
         (select n.seq from bulk_queue n
          where n.ordering_key = first.key and n.seq >= first.seq and n.seq < $3::bigint and n.seq <> all($4::bigint[])
          order by n.seq limit $5::int)
         union all
         (select k.seq from bulk_queue_key k
          where k.key = first.key and k.seq >= first.seq and k.seq < $3::bigint and k.seq <> all($4::bigint[])
          order by k.seq limit $5::int)
       ) next
       order by next.seq limit $5::int
     )
     and q.due_at <= now()
     order by q.seq
     for update of q skip locked`),
    [
      [...first.values()],
      [...first.keys()],
      Math.max(...operations.map(({ seq }) => seq)),
      operations.map(({ seq }) => seq),
      limit,
    ],
  );
}
