// SQL: the queue: operations of many bulks are counted in one statement.
import type { Db } from "../../../platform/db/database.js";

/** A finished bulk with the counts of its operations. */
export interface FinishedBulk {
  readonly bulk: string;
  readonly route: string;
  readonly requestId: string;
  readonly user_type: number;
  readonly user_id: number | null;
  readonly operations: number;
  readonly complete: number;
  readonly failed: number;
  readonly rejected: number;
  /** Seconds from the acceptance, which is stored in whole seconds and may have been rounded up, to the end. */
  readonly seconds: number;
}

/** Returns the bulks with their counts. */
export const readFinished = (db: Db, bulks: readonly string[]): Promise<FinishedBulk[]> =>
  db.query<FinishedBulk>(
    `select b.uuid as bulk, b.route, b.request_id as "requestId", b.user_type, b.user_id, b.operation_count as operations,
       count(*) filter (where o.status = 1)::int as complete, count(*) filter (where o.status in (2, 3))::int as failed,
       count(*) filter (where o.status = 5)::int as rejected,
       greatest(0, round(extract(epoch from b.finished_at - b.start_time at time zone 'utc'), 1))::float8 as seconds
     from bulk b join bulk_operation o on o.bulk_uuid = b.uuid
     where b.uuid = any($1::uuid[]) group by b.uuid`,
    [bulks],
  );
