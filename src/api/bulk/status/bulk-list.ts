import type { Db } from "../../../platform/db/database.js";
import { type BulkCounts, type BulkHead, countOperations } from "./bulks.sql.js";
import type { Bulk, FailedCallRow } from "./bulks.types.js";

/** Maximum number of finished bulks whose counts are cached. */
const maxCached = 10_000;

const none: BulkCounts = { open_count: 0, complete_count: 0, rejected_count: 0, row_count: 0, failed_row_count: 0 };

/**
 * Counts the operations of bulks. A finished bulk does not change, so its counts are cached by the time at which it
 * finished. A list that is read every second then counts only running bulks.
 */
export class OperationCounts {
  private readonly known = new Map<string, BulkCounts>();

  async of(db: Db, heads: readonly BulkHead[]): Promise<(head: BulkHead) => BulkCounts> {
    const missing = heads.filter((head) => !head.is_synchronous && !this.known.has(keyOf(head)));
    const found = missing.length === 0 ? new Map<string, BulkCounts>() : await countOperations(db, missing.map(uuidOf));
    const page = new Map(heads.map((head) => [uuidOf(head), found.get(uuidOf(head)) ?? this.known.get(keyOf(head))]));
    for (const head of missing) this.keep(head, found.get(uuidOf(head)));
    return (head) => (head.is_synchronous ? countsOfCall(head) : (page.get(uuidOf(head)) ?? none));
  }

  private keep(head: BulkHead, counts: BulkCounts | undefined): void {
    if (head.finished_at === null || !counts || counts.open_count > 0) return;
    this.known.set(keyOf(head), counts);
    const [oldest] = this.known.keys();
    if (this.known.size > maxCached && oldest !== undefined) this.known.delete(oldest);
  }
}

const uuidOf = ({ bulk_uuid: uuid }: BulkHead) => uuid;
const keyOf = ({ bulk_uuid: uuid, finished_at: finishedAt, seconds }: BulkHead) =>
  `${uuid} ${finishedAt === null ? "" : seconds}`;

/** Returns the counts of a synchronous call, which is one operation. */
const countsOfCall = ({ call_rows: rows, call_failed_rows: failed }: BulkHead): BulkCounts => ({
  ...none,
  complete_count: 1,
  row_count: rows ?? 0,
  failed_row_count: failed ?? 0,
});

/** Values of a bulk in a list that are not in its row. */
interface Known {
  readonly counts: BulkCounts;
  readonly description: string;
  readonly userName: string | null;
}

/** Returns a bulk as it appears in a list. */
export function listedBulk(found: BulkHead, { counts, description, userName }: Known): Bulk {
  const { seconds, call_rows: _, call_failed_rows: __, call_failures: failures, ...head } = found;
  const { open_count: open, complete_count: complete, rejected_count: rejected } = counts;
  const failed = Math.max(0, head.operation_count - open - complete - rejected);
  return {
    ...head,
    ...counts,
    failed_rows: failures === null ? [] : (JSON.parse(failures) as FailedCallRow[]),
    failed_count: failed,
    description,
    user_name: userName,
    state:
      head.finished_at === null ? "running" : failed + rejected + counts.failed_row_count > 0 ? "failed" : "complete",
    per_second: perSecond(complete + failed, seconds),
  };
}

function perSecond(ended: number, seconds: number): number | null {
  return ended === 0 || seconds < 1 ? null : Math.round((ended / seconds) * 10) / 10;
}
