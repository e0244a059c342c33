// SQL: models cannot group the operations of a bulk and its rows in the queue in one statement.
import type { Db } from "../../../platform/db/database.js";
import { largeCallsAsBulks } from "../../call/large-calls.sql.js";
import { compileSearch } from "../../search-criteria/compile-sql.js";
import { totalOf } from "../../search-criteria/count-rows.sql.js";
import { fieldsByCode } from "../../search-criteria/sql-field.js";
import type { SearchCriteria } from "../../search-criteria/search-criteria.types.js";
import type { Bulk } from "./bulks.types.js";
import { isUuid } from "../../../platform/db/statements/parameters.js";

/** A caller whose own bulks are searched. */
interface Owner {
  readonly type: number;
  readonly id: number | null;
}

/** A bulk or a synchronous call, without its state and the counts of its operations. */
export interface BulkHead extends Omit<
  Bulk,
  "state" | "description" | "user_name" | "per_second" | "failed_count" | "failed_rows" | keyof BulkCounts
> {
  /** Seconds from the acceptance to the end, or until now. */
  readonly seconds: number;
  /** Rows of a synchronous call, those that failed, and the first of these as JSON; null for a bulk. */
  readonly call_rows: number | null;
  readonly call_failed_rows: number | null;
  readonly call_failures: string | null;
}

/** Numbers of operations of a bulk that are open, complete or rejected (all others failed), and of its rows. */
export interface BulkCounts {
  readonly open_count: number;
  readonly complete_count: number;
  readonly rejected_count: number;
  readonly row_count: number;
  readonly failed_row_count: number;
}

/**
 * Condition for bulks with failures. Operations are indexed by status and time, those with failed rows by bulk, and few
 * are either, so it reads little.
 */
const hasFailures = `(b.failed_row_count > 0 or exists (select from bulk_operation o
    where o.status in (2, 3, 5) and o.start_time = b.start_time and o.bulk_uuid = b.uuid)
  or exists (select from bulk_operation o where o.failed_row_count > 0 and o.bulk_uuid = b.uuid))`;

const field = fieldsByCode({
  start_time: { sql: "b.start_time", type: "timestamp", isRequired: true },
  finished_at: { sql: "b.finished_at at time zone 'utc'", type: "timestamp" },
  state: {
    sql: `(case when b.finished_at is null then 'running' when ${hasFailures} then 'failed' else 'complete' end)`,
    type: "key",
  },
  route: { sql: "b.route", type: "text" },
  topic_name: { sql: "b.topic", type: "text" },
  user_type: { sql: "b.user_type", type: "integer" },
  user_id: { sql: "b.user_id", type: "integer" },
  request_id: { sql: "b.request_id", type: "text" },
  operation_count: { sql: "b.operation_count", type: "integer" },
});

const head = `b.uuid as bulk_uuid, b.start_time,
  to_char(b.finished_at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS') as finished_at, b.route, b.topic as topic_name, b.user_type, b.user_id,
  b.store_code, b.request_id, b.operation_count, b.is_synchronous, b.row_count as call_rows,
  b.failed_row_count as call_failed_rows, b.failed_rows as call_failures,
  extract(epoch from coalesce(b.finished_at, now()) - b.start_time at time zone 'utc')::float8 as seconds`;

/** A page of bulks without their counts. */
export interface BulkHeads {
  readonly heads: readonly BulkHead[];
  readonly criteria: SearchCriteria;
  readonly total: number;
}

/** Which bulks a search finds: those of all callers or of one, alone or with the synchronous calls of many rows. */
interface BulkScope {
  readonly owner: Owner | undefined;
  readonly withSynchronous: boolean;
}

const bulksAlone = `select uuid, route, topic, user_type, user_id, store_code, request_id, operation_count, start_time,
  finished_at, false as is_synchronous, null::int as row_count, null::int as failed_row_count, null::text as failed_rows
  from bulk`;

const listed = ({ withSynchronous }: BulkScope): string =>
  withSynchronous ? `(${bulksAlone} union all ${largeCallsAsBulks}) b` : `(${bulksAlone}) b`;

/** Searches bulks, the newest first unless sorted otherwise. */
export async function searchBulks(db: Db, criteria: SearchCriteria, scope: BulkScope): Promise<BulkHeads> {
  const { owner } = scope;
  const search = compileSearch(criteria, {
    field: (code) => (code === "bulk_uuid" ? { sql: "b.uuid::text", type: "key" } : field(code)),
    tieBreaker: "b.start_time desc, b.uuid",
    values: owner ? [owner.type, owner.id] : [],
  });
  const where = owner ? `b.user_type = $1::int and b.user_id = $2::int and ${search.where}` : search.where;
  const matching = `from ${listed(scope)} where ${where}`;
  const { values } = search;
  const heads = await db.query<BulkHead>(`select ${head} ${matching} ${search.orderBy} ${search.limit}`, values);
  const total = await totalOf(db, { requested: criteria, found: heads.length, matching, values });
  return { heads, criteria: search.criteria, total };
}

/** The rows of operations. An operation that failed before rows were counted is one failed row. */
export const rowCounts = `coalesce(sum(coalesce(o.row_count, 1)), 0)::int as row_count,
  coalesce(sum(coalesce(o.failed_row_count, (o.status = 3)::int)), 0)::int as failed_row_count`;

/** Counts the operations of bulks. It is one statement, so that no operation is counted twice. */
export async function countOperations(db: Db, uuids: readonly string[]): Promise<ReadonlyMap<string, BulkCounts>> {
  const rows = await db.query<BulkCounts & { readonly uuid: string }>(
    `select b.uuid, c.complete_count, c.rejected_count, c.row_count, c.failed_row_count,
       (select count(*) from bulk_queue q where q.bulk_uuid = b.uuid) as open_count
     from unnest($1::uuid[]) as b(uuid)
     cross join lateral (
       select count(*) filter (where o.status = 1) as complete_count,
         count(*) filter (where o.status = 5) as rejected_count, ${rowCounts}
       from bulk_operation o where o.bulk_uuid = b.uuid
     ) c`,
    [uuids.filter(isUuid)],
  );
  return new Map(rows.map(({ uuid, ...counts }) => [uuid, counts]));
}

/** The stored bulks, for statements of other domains. */
export const bulks = "(select uuid from bulk)";

/** The operations of bulks with their status, for statements of other domains. */
export const bulkOperations = "(select bulk_uuid, status from bulk_operation)";
