// SQL: a queue, whose schedules are applied in the order of their times by one process each, and a set-based write of
// keys; models cannot count the rows of a join by group.
import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";

/** Saves a key for each price that a schedule changes. */
export const insertKeys = (db: Db, id: number, keys: readonly string[]) =>
  db.execute("insert into price_schedule_key (key, schedule_id) select distinct unnest($1::text[]), $2::int", [
    keys,
    id,
  ]);

/** Another open schedule that changes some of the same prices. */
export interface Overlap extends Pick<Row<"priceSchedule">, "name" | "at"> {
  readonly schedule_id: number;
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
export type DueSchedule = Pick<Row<"priceSchedule">, "id" | "user_type" | "user_id" | "request_id" | "content">;

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
