// SQL: locks, so that only one process applies a schedule, and schedules are applied in the order of their times.
import type { Actor } from "../../auth/actor.js";
import type { Db } from "../../db/database.js";
import type { RowCounts } from "../files/apply-plan.js";

/** A schedule to save. */
export interface NewSchedule {
  readonly name: string;
  /** `YYYY-MM-DD hh:mm:ss` in UTC. */
  readonly at: string;
  readonly actor: Actor;
  readonly requestId: string;
  readonly content: string;
  readonly rows: number;
  /** A key for each price that the schedule changes. */
  readonly keys: readonly string[];
}

/** Saves a schedule and returns its id. */
export async function insertSchedule(db: Db, schedule: NewSchedule): Promise<number> {
  const { name, at, actor, requestId, content, rows, keys } = schedule;
  const row = await db.one<{ id: number }>(
    `insert into price_schedule (name, at, user_type, user_id, request_id, content, rows)
     values ($1, $2::timestamp, $3::int, $4::int, $5, $6, $7::int) returning id`,
    [name, at, actor.type, actor.id, requestId, content, rows],
  );
  const id = row?.id ?? 0;
  await db.execute("insert into price_schedule_key (key, schedule_id) select distinct unnest($1::text[]), $2::int", [
    keys,
    id,
  ]);
  return id;
}

/** Another open schedule that changes some of the same prices. */
export interface Overlap {
  readonly schedule_id: number;
  readonly name: string;
  readonly at: string;
  readonly prices: number;
}

/** Returns the open schedules that change some of the prices of a schedule, in the order of their times. */
export const readOverlaps = (db: Db, id: number): Promise<Overlap[]> =>
  db.query<Overlap>(
    `select other.id as schedule_id, other.name, other.at, count(*)::int as prices
     from price_schedule_key own join price_schedule_key shared on shared.key = own.key and shared.schedule_id <> own.schedule_id
       join price_schedule other on other.id = shared.schedule_id
     where own.schedule_id = $1::int and other.state = 'open'
     group by other.id order by other.at, other.id`,
    [id],
  );

/** A schedule that is due. */
export interface DueSchedule {
  readonly id: number;
  readonly user_type: number;
  readonly user_id: number | null;
  readonly request_id: string;
  readonly content: string;
}

/**
 * Locks the earliest schedule that is due. Undefined if there is none, or if another process is applying it: later schedules
 * then wait too, because the last one must win.
 */
export const lockDue = (db: Db): Promise<DueSchedule | undefined> =>
  db.one<DueSchedule>(
    `select id, user_type, user_id, request_id, content from price_schedule
     where id = (select id from price_schedule
       where state = 'open' and at <= now() at time zone 'utc' order by at, id limit 1)
       and state = 'open'
     for update skip locked`,
  );

/** The result of a schedule. */
export interface EndedSchedule extends Pick<RowCounts, "written" | "unchanged" | "failed"> {
  readonly state: "applied" | "failed";
  /** The failed rows, one JSON object a line. */
  readonly failures: string;
}

/** Stores the result of a schedule. */
export async function endSchedule(db: Db, id: number, ended: EndedSchedule): Promise<void> {
  await db.execute(
    `update price_schedule set state = $2, ended_at = now(), written = $3::int, unchanged = $4::int, failed = $5::int,
       failures = nullif($6, '') where id = $1::int`,
    [id, ended.state, ended.written, ended.unchanged, ended.failed, ended.failures],
  );
  await deleteKeys(db, id);
}

/** Cancels a schedule. Returns false if it is not open. */
export async function cancelSchedule(db: Db, id: number): Promise<boolean> {
  const canceled = await db.execute(
    "update price_schedule set state = 'canceled', ended_at = now() where id = $1::int and state = 'open'",
    [id],
  );
  if (canceled > 0) await deleteKeys(db, id);
  return canceled > 0;
}

const deleteKeys = (db: Db, id: number) =>
  db.execute("delete from price_schedule_key where schedule_id = $1::int", [id]);
