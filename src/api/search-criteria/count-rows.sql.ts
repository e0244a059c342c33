// SQL: models cannot count with a condition in SQL, or leave out a count while the same transactions are seen as at the last one.
import { createHash } from "node:crypto";
import type { Db } from "../../platform/db/database.js";
import type { SearchCriteria } from "./search-criteria.types.js";

/**
 * What a statement outside a transaction sees, as a text that only equals that of another one which sees the same: the
 * committed transactions, on one server from its start until a crash, whose repair can use the numbers of lost
 * transactions again. Null on a standby, whose text lacks the transactions in progress. Functions that are not safe in
 * parallel plans, such as `pg_current_xact_id_if_assigned`, would make all counts take longer.
 */
const seen = `case when not pg_is_in_recovery() then concat_ws(' ', current_database(), pg_postmaster_start_time(),
  (select stats_reset from pg_stat_bgwriter), pg_current_snapshot()) end`;

/** A count, and what the statement saw that counted. */
interface Counted {
  readonly seen: string;
  readonly total: number;
}

/** The last counts, the latest used last, by a hash of their statements. */
const remembered = new Map<string, Counted>();
const maxRemembered = 1000;

/** Functions whose result changes without a transaction. */
const readsTime = /\b(now|age|timeofday|\w+_timestamp)\s*\(|\b(current|local)_?(date|time)/i;

/** The total of a search that is not counted. Writing it to a response by mistake fails. */
const uncountedTotal = Number.NaN;

interface FoundPage {
  readonly requested: SearchCriteria;
  /** The number of rows of the page. */
  readonly found: number;
  /** `from … where …` of the page. */
  readonly matching: string;
  /** The parameters of the page. The last two are those of its limit. */
  readonly values: readonly unknown[];
}

/** Returns the total of a search after its page was read, counting only if the page does not show it and it is requested. */
export async function totalOf(db: Db, { requested, found, matching, values }: FoundPage): Promise<number> {
  const count = () => (requested.isUncounted ? uncountedTotal : countRows(db, matching, values.slice(0, -2)));
  return totalOfPage(requested, found) ?? count();
}

/**
 * Counts the rows of `from … where …`, which must depend on nothing but the database and the values. Outside a
 * transaction a count is remembered, and repeated only if another transaction was committed since. So it is always that of
 * a new count.
 */
export async function countRows(db: Db, matching: string, values: readonly unknown[]): Promise<number> {
  if (db.isTransaction || readsTime.test(matching)) {
    const row = await db.one<{ total: number }>(`select count(*) as total ${matching}`, values);
    return row?.total ?? 0;
  }
  const key = createHash("sha256")
    .update(JSON.stringify([matching, values]))
    .digest("base64");
  const last = remembered.get(key);
  const row = await db.one<{ seen: string | null; total: number | null }>(
    `with here as materialized (select ${seen} as seen)
    select here.seen, case when here.seen = $${values.length + 1}::text then null else (select count(*) ${matching}) end as total
    from here`,
    [...values, last?.seen ?? null],
  );
  const total = row?.total ?? last?.total ?? 0;
  if (row?.seen != null) remember(key, { seen: row.seen, total });
  return total;
}

function remember(key: string, counted: Counted): void {
  remembered.delete(key);
  const [oldest] = remembered.size >= maxRemembered ? remembered.keys() : [];
  if (oldest !== undefined) remembered.delete(oldest);
  remembered.set(key, counted);
}

type Page = Pick<SearchCriteria, "page_size" | "current_page">;

/** Returns the total if the page shows it: a page that is neither full nor beyond the last one is the last one. */
export function totalOfPage({ page_size: size, current_page: page }: Page, found: number): number | undefined {
  if (!size) return found;
  const before = (Math.max(page ?? 1, 1) - 1) * size;
  return found < size && (found > 0 || before === 0) ? before + found : undefined;
}
