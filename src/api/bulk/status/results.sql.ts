// SQL: the queue: a bulk has up to ten thousand operations, of which only the beginning of each answer is read.
import type { Db } from "../../../platform/db/database.js";
import { parseResultIds } from "./result-ids.js";
import type { BulkResult } from "./results.types.js";
import { isUuid } from "../../../platform/db/statements/parameters.js";

interface ResultRow {
  readonly operation_id: number;
  readonly status: number;
  readonly result: string | null;
  readonly message: string | null;
}

/** Returns the results of the operations of a bulk in their order, for one status or for all. */
export async function readResults(db: Db, uuid: string, status: number | null): Promise<BulkResult[]> {
  if (!isUuid(uuid)) return [];
  const rows = await db.query<ResultRow>(
    `select id as operation_id, status, case when result like '[%' then null else result end as result,
       case when status in (2, 3, 5) then result_message end as message
     from bulk_operation where bulk_uuid = $1::uuid and ($2::int is null or status = $2::int) order by id`,
    [uuid, status],
  );
  return rows.map(({ result, ...row }) => ({ ...row, ...parseResultIds(result) }));
}
