// SQL: the queue: callers take turns, and their open operations are counted under a lock of their row (measured by
// `accept-10000` and `drain-price-updates`).
import type { Actor } from "../../auth/actor.js";
import type { Db } from "../../../platform/db/database.js";
import { plannedAnew } from "../../../platform/db/statements/statements.js";
import { claimedText, type ClaimedOperation, firstRows } from "./operations.sql.js";

/** Returns the text that identifies a caller in rows. All guests share one. */
export const callerKey = ({ type, id }: Pick<Actor, "type" | "id">) => `${type}:${id ?? ""}`;

/** Returns an expression for the same text from the columns of a bulk. */
const callerOf = (bulk: string) => `${bulk}.user_type || ':' || coalesce(${bulk}.user_id::text, '')`;

/** Key of the row with the turn that consumers have reached. No caller has an empty key. */
const reachedKey = "";

interface TurnRequest {
  /** Query of one row: the caller, and how many operations to count as open. */
  readonly source: string;
  /** How many operations get a turn. */
  readonly count: string;
  /** Maximum open operations of a caller. */
  readonly mostOpen?: string;
}

/**
 * Counts the open operations of a caller and assigns turns to the new ones. They follow the turns of the caller's
 * earlier operations, or begin at the turn that consumers have reached: so the next operation of each caller has about
 * the same turn, however many operations they queue. `turns` has no row if the caller would have too many. Calls of one
 * caller wait for one another here.
 */
export const assignTurns = ({ source, count, mostOpen }: TurnRequest) => `
  reached as (
    select coalesce((select last_turn from bulk_caller where caller = '${reachedKey}'), 0) as turn
  ), turns as (
    insert into bulk_caller as c (caller, last_turn, open_operations)
    select s.caller, reached.turn + ${count}, s.opened from reached, (${source}) s
    ${mostOpen === undefined ? "" : `where s.opened <= ${mostOpen}`}
    on conflict (caller) do update
    set last_turn = greatest(c.last_turn + ${count}, excluded.last_turn),
      open_operations = c.open_operations + excluded.open_operations
    ${mostOpen === undefined ? "" : `where c.open_operations + excluded.open_operations <= ${mostOpen}`}
    returning c.last_turn - ${count} as after
  )`;

/** Selects the caller of a bulk and how many operations to count again when the bulk is reopened; for `assignTurns`. */
export const reopening = (bulk: string) => `
  select ${callerOf("b")} as caller, case when b.finished_at is null then 0 else b.operation_count end as opened
  from bulk b where b.uuid = ${bulk}`;

/** A position in the queue. */
export interface Place {
  readonly turn: number;
  readonly seq: number;
}

/** The position before all others. */
const front: Place = { turn: 0, seq: 0 };

/** Which operations to claim. */
export interface Due {
  /** Position after which to look; the front of the queue by default. */
  readonly after?: Place | undefined;
  /** Maximum redeliveries of an operation; any number by default. */
  readonly redelivered?: number | undefined;
}

const claimDueText = plannedAnew(
  claimedText(`select * from bulk_queue
    where due_at <= now() and redelivered <= $4::int and (turn, seq) > ($2::bigint, $3::bigint)
    order by turn, seq limit $1::int for update skip locked`),
);

/** Claims operations that are due, by turn, until the end of the transaction. */
export const claimDue = (
  tx: Db,
  limit: number,
  { after = front, redelivered = 2 ** 31 - 1 }: Due = {},
): Promise<ClaimedOperation[]> => firstRows(tx, claimDueText, [limit, after.turn, after.seq, redelivered]);

/** Records the turn that consumers have reached; it never decreases. */
export const recordReachedTurn = (db: Db, turn: number) =>
  db.execute(
    `insert into bulk_caller as c (caller, last_turn, open_operations) values ('${reachedKey}', $1::bigint, 0)
     on conflict (caller) do update set last_turn = excluded.last_turn where c.last_turn < excluded.last_turn`,
    [turn],
  );

/**
 * Marks bulks without open operations as finished, and subtracts their operations from the counts of their callers.
 * Statistics are usually gathered while every bulk is finished. With those, the database would read all operations of a
 * bulk for `not exists`, although the first entry in an index is enough, and all unfinished bulks for `finished_at is
 * null` without `is true`.
 */
const finish = (condition: string) =>
  plannedAnew(`with finished as (
    update bulk b set finished_at = now()
    where ${condition} and (b.finished_at is null) is true
      and (
        select q.seq from bulk_queue q where q.bulk_uuid = b.uuid order by q.bulk_uuid, q.operation_id limit 1
      ) is null
    returning b.uuid, ${callerOf("b")} as caller, b.operation_count
  ), locked as (
    select caller from bulk_caller where caller in (select caller from finished) order by caller for update
  ), counted as (
    update bulk_caller c set open_operations = greatest(c.open_operations - f.operations, 0)
    from (select caller, sum(operation_count) as operations from finished group by caller) f,
      (select array_agg(caller) as callers from locked) l
    where c.caller = f.caller and c.caller = any(l.callers)
  )
  select uuid from finished`);

const finishBulksText = finish("b.uuid = any($1::uuid[])");

/**
 * Marks those of the bulks that have no open operation left as finished, and returns them. Run it after the outcomes
 * are committed: if two transactions end the last operations at the same time, the later one sees that nothing is left.
 */
export const finishBulks = (db: Db, bulks: readonly string[]): Promise<{ uuid: string }[]> =>
  db.query<{ uuid: string }>(finishBulksText, [bulks]);

/** Number of the oldest unfinished bulks to check in one round. */
const window = 1000;

const finishOrphanedBulksText = finish(`b.uuid = any(array(
  select uuid from bulk where finished_at is null order by finished_at, start_time limit ${window}
))`);

/**
 * Marks bulks without open operations as finished, and returns them. Needed for bulks whose process ended before
 * marking them.
 */
export const finishOrphanedBulks = (db: Db): Promise<{ uuid: string }[]> =>
  db.query<{ uuid: string }>(finishOrphanedBulksText);

/**
 * Removes callers without open operations, at most `limit`, and returns their number. Their next turn stays the same.
 */
export const deleteIdleCallers = (db: Db, limit: number): Promise<number> =>
  db.execute(
    `delete from bulk_caller where caller in (
       select c.caller from bulk_caller c
       where c.open_operations = 0 and c.caller <> '${reachedKey}'
         and c.last_turn <= (select last_turn from bulk_caller where caller = '${reachedKey}')
       limit $1::int for update skip locked
     )`,
    [limit],
  );
