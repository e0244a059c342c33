import type { Db } from "../../../platform/db/database.js";
import { type Row, now } from "../../../platform/db/models.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import type { RowCounts } from "../files/rows/row-counts.js";
import type { PriceFileFailure } from "../files/price-files.types.js";
import {
  type PriceSchedule,
  type PriceScheduleSearchResults,
  PriceScheduleSummary,
  type ScheduledPrice,
} from "./price-schedules.types.js";

const fields = modelFields("priceSchedule", PriceScheduleSummary);

/** Returns the schedules that match the criteria, without their rows. */
export async function searchSchedules(db: Db, criteria: SearchCriteria): Promise<PriceScheduleSearchResults> {
  const page = await searchModel(db, criteria, {
    fields,
    read: (wanted) => db.models.priceSchedule.findMany({ ...wanted, omit: { content: true, failures: true } }),
  });
  const overlaps = await countOverlaps(db, page.items);
  return { ...page, items: page.items.map((row) => summaryOf(row, overlaps.get(row.id) ?? 0)) };
}

/** Returns a schedule; undefined for an unknown id. */
export async function findSchedule(db: Db, id: number): Promise<PriceSchedule | undefined> {
  const row = await db.models.priceSchedule.findUnique({ where: { id } });
  if (!row) return undefined;
  const overlaps = row.state === "open" ? await readOverlaps(db, id) : [];
  return {
    ...summaryOf(row, overlaps.length),
    prices: linesOf<ScheduledPrice>(row.content),
    warnings: overlaps.map((overlap) => ({ ...overlap, at: isoOf(overlap.at) })),
    failures: linesOf<PriceFileFailure>(row.failures),
  };
}

/** A schedule to save. */
type NewSchedule = Pick<
  Row<"priceSchedule">,
  "name" | "at" | "user_type" | "user_id" | "request_id" | "content" | "rows"
>;

/** Saves a schedule with a key for each price that it changes, and returns its id. */
export async function insertSchedule(db: Db, data: NewSchedule, keys: readonly string[]): Promise<number> {
  const { id } = await db.models.priceSchedule.create({ data, select: { id: true } });
  await insertKeys(db, id, keys);
  return id;
}

/**
 * Changes an open schedule, which stays locked. Returns its name and its prices; undefined if it is not open.
 */
export async function updateOpen(
  db: Db,
  id: number,
  data: Partial<Omit<NewSchedule, "content" | "rows">>,
): Promise<{ readonly name: string; readonly prices: ScheduledPrice[] } | undefined> {
  const [row] = await db.models.priceSchedule.updateManyAndReturn({ where: { id, state: "open" }, data });
  return row && { name: row.name, prices: linesOf<ScheduledPrice>(row.content) };
}

/** Replaces the prices of a schedule with their keys. */
export async function replacePrices(
  db: Db,
  id: number,
  { keys, ...data }: Pick<NewSchedule, "content" | "rows"> & { readonly keys: readonly string[] },
): Promise<void> {
  await db.models.priceSchedule.updateMany({ where: { id }, data });
  await deleteKeys(db, id);
  await insertKeys(db, id, keys);
}

/** The result of a schedule. */
interface EndedSchedule extends Pick<RowCounts, "written" | "unchanged" | "failed"> {
  readonly state: "applied" | "failed";
  /** The failed rows, one JSON object a line. */
  readonly failures: string;
}

/** Stores the result of a schedule. */
export async function endSchedule(db: Db, id: number, ended: EndedSchedule): Promise<void> {
  const { state, written, unchanged, failed, failures } = ended;
  const data = { state, ended_at: now, written, unchanged, failed, failures: failures || null };
  await db.models.priceSchedule.updateMany({ where: { id }, data });
  await deleteKeys(db, id);
}

/** Cancels a schedule. Returns false if it is not open. */
export async function cancelSchedule(db: Db, id: number): Promise<boolean> {
  const data = { state: "canceled", ended_at: now };
  const { count } = await db.models.priceSchedule.updateMany({ where: { id, state: "open" }, data });
  if (count > 0) await deleteKeys(db, id);
  return count > 0;
}

const deleteKeys = (db: Db, schedule_id: number) => db.models.priceScheduleKey.deleteMany({ where: { schedule_id } });

/** Returns the state of a schedule, or undefined for an unknown id. */
export async function findState(db: Db, id: number): Promise<string | undefined> {
  return (await db.models.priceSchedule.findUnique({ where: { id }, select: { state: true } }))?.state;
}

const linesOf = <Item>(text: string | null): Item[] =>
  text === null ? [] : text.split("\n").map((line) => JSON.parse(line) as Item);

type Stored = Omit<Row<"priceSchedule">, "content" | "failures">;

const summaryOf = (row: Stored, overlaps: number): PriceScheduleSummary => ({
  id: row.id,
  name: row.name,
  at: isoOf(row.at),
  state: row.state,
  created_at: isoOf(row.created_at),
  ended_at: row.ended_at === null ? null : isoOf(row.ended_at),
  rows: row.rows,
  written: row.written,
  unchanged: row.unchanged,
  failed: row.failed,
  overlaps,
});

/** Returns a stored time as ISO 8601 in UTC. A stored time without an offset is in UTC. */
const isoOf = (stored: string): string =>
  new Date(/(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(stored.slice(10)) ? stored : `${stored.replace(" ", "T")}Z`).toISOString();

/** Saves a key for each price that a schedule changes. */
// SQL: a queue, whose schedules are applied in the order of their times by one process each, and a set-based write of
// keys; models cannot count the rows of a join by group.
const insertKeys = (db: Db, id: number, keys: readonly string[]) =>
  db.execute("insert into price_schedule_key (key, schedule_id) select distinct unnest($1::text[]), $2::int", [
    keys,
    id,
  ]);

/** Another open schedule that changes some of the same prices. */
interface Overlap extends Pick<Row<"priceSchedule">, "name" | "at"> {
  readonly schedule_id: number;
  readonly prices: number;
}

/** Returns the open schedules that change some of the prices of a schedule, in the order of their times. */
// SQL: a queue, whose schedules are applied in the order of their times by one process each, and a set-based write of
// keys; models cannot count the rows of a join by group.
const readOverlaps = (db: Db, id: number): Promise<Overlap[]> =>
  db.query<Overlap>(
    `select other.id as schedule_id, other.name, other.at, count(*)::int as prices
     from price_schedule_key own join price_schedule_key shared on shared.key = own.key and shared.schedule_id <> own.schedule_id
       join price_schedule other on other.id = shared.schedule_id
     where own.schedule_id = $1::int and other.state = 'open'
     group by other.id order by other.at, other.id`,
    [id],
  );

/** Returns the number of other open schedules that change some of the same prices, by the id of the schedule. */
// SQL: models cannot count the rows of a join by group.
async function countOverlaps(db: Db, schedules: readonly Stored[]): Promise<ReadonlyMap<number, number>> {
  const open = schedules.filter(({ state }) => state === "open").map(({ id }) => id);
  if (open.length === 0) return new Map();
  const counts = await db.query<{ id: number; overlaps: number }>(
    `select own.schedule_id as id, count(distinct shared.schedule_id)::int as overlaps
     from price_schedule_key own join price_schedule_key shared on shared.key = own.key and shared.schedule_id <> own.schedule_id
     where own.schedule_id = any($1::int[]) group by own.schedule_id`,
    [open],
  );
  return new Map(counts.map(({ id, overlaps }) => [id, overlaps]));
}

/** A schedule that is due. */
export type DueSchedule = Pick<Row<"priceSchedule">, "id" | "user_type" | "user_id" | "request_id" | "content">;

/**
 * Locks the earliest schedule that is due. Undefined if there is none, or if another process is applying it: later schedules
 * then wait too, because the last one must win.
 */
// SQL: a queue, whose schedules are applied in the order of their times by one process each, and a set-based write of
// keys; models cannot count the rows of a join by group.
export const lockDue = (db: Db): Promise<DueSchedule | undefined> =>
  db.one<DueSchedule>(
    `select id, user_type, user_id, request_id, content from price_schedule
     where id = (select id from price_schedule
       where state = 'open' and at <= now() at time zone 'utc' order by at, id limit 1)
       and state = 'open'
     for update skip locked`,
  );
