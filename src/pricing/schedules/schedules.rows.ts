import { noSuchEntity } from "../../call/errors.js";
import type { Db } from "../../db/database.js";
import type { Row } from "../../db/models.js";
import { modelFields } from "../../search-criteria/model-fields.js";
import type { SearchCriteria } from "../../search-criteria/search-criteria.types.js";
import { searchModel } from "../../search-criteria/search-model.js";
import type { PriceFileFailure } from "../files/price-files.types.js";
import {
  type PriceSchedule,
  type PriceScheduleSearchResults,
  PriceScheduleSummary,
  type ScheduledPrice,
} from "./price-schedules.types.js";
import { readOverlaps } from "./schedules.sql.js";

const fields = modelFields("priceSchedule", PriceScheduleSummary);

/** Returns the schedules that match the criteria, without their rows. */
export async function searchSchedules(db: Db, criteria: SearchCriteria): Promise<PriceScheduleSearchResults> {
  const page = await searchModel(db, criteria, {
    fields,
    read: (wanted) => db.models.priceSchedule.findMany({ ...wanted, omit: { content: true, failures: true } }),
  });
  return { ...page, items: page.items.map(summaryOf) };
}

/** Returns a schedule. Throws 404 for an unknown id. */
export async function readSchedule(db: Db, id: number): Promise<PriceSchedule> {
  const row = await db.models.priceSchedule.findUnique({ where: { id } });
  if (!row) throw noSuchEntity("id", id);
  const overlaps = row.state === "open" ? await readOverlaps(db, id) : [];
  return {
    ...summaryOf(row),
    prices: linesOf<ScheduledPrice>(row.content),
    warnings: overlaps.map((overlap) => ({ ...overlap, at: isoOf(overlap.at) })),
    failures: linesOf<PriceFileFailure>(row.failures),
  };
}

const linesOf = <Item>(text: string | null): Item[] =>
  text === null ? [] : text.split("\n").map((line) => JSON.parse(line) as Item);

type Stored = Omit<Row<"priceSchedule">, "content" | "failures">;

const summaryOf = (row: Stored): PriceScheduleSummary => ({
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
});

/** Returns a stored time as ISO 8601 in UTC. A stored time without an offset is in UTC. */
const isoOf = (stored: string): string =>
  new Date(/(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(stored.slice(10)) ? stored : `${stored.replace(" ", "T")}Z`).toISOString();
