import type { Message } from "./messages.js";
import { t } from "./translate.js";

/** A failed row of a synchronous call. */
interface FailedCallRow extends Message {
  readonly row: number | null;
  readonly sku: string | null;
}

/** A bulk of `GET /V1/bulks`, or a synchronous call of many rows. */
export interface Bulk {
  readonly bulk_uuid: string;
  readonly is_synchronous: boolean;
  readonly start_time: string;
  readonly finished_at: string | null;
  readonly state: "running" | "complete" | "failed";
  readonly description: string;
  readonly route: string;
  readonly user_type: number;
  readonly user_id: number | null;
  readonly user_name: string | null;
  readonly store_code: string | null;
  readonly request_id: string;
  readonly operation_count: number;
  readonly open_count: number;
  readonly complete_count: number;
  readonly failed_count: number;
  readonly rejected_count: number;
  readonly row_count: number;
  readonly failed_row_count: number;
  /** The first failed rows of a synchronous call. */
  readonly failed_rows: readonly FailedCallRow[];
  readonly per_second: number | null;
}

/** An event of `GET /V1/bulk/:bulkUuid/events`. */
export interface ProgressEvent {
  readonly waiting: number;
  readonly count_by_status: Readonly<Record<string, number>>;
  readonly row_count: number;
  readonly failed_row_count: number;
  readonly consumers: number;
  readonly per_second: number | null;
  readonly seconds_left: number | null;
}

/** The progress of a bulk in operations, and in rows: the prices of its calls, or the lines of a file. */
export interface Progress {
  readonly rows: number;
  readonly failedRows: number;
  readonly total: number;
  readonly open: number;
  readonly complete: number;
  readonly failed: number;
  readonly rejected: number;
  readonly isFinished: boolean;
  readonly perSecond: number | null;
  readonly secondsLeft: number | null;
  /** Consumers that were seen within a minute; null if that is unknown. */
  readonly consumers: number | null;
}

/** Returns the progress of a bulk from a list. */
export const progressOf = (bulk: Bulk): Progress => ({
  rows: bulk.row_count,
  failedRows: bulk.failed_row_count,
  total: bulk.operation_count,
  open: bulk.open_count,
  complete: bulk.complete_count,
  failed: bulk.failed_count,
  rejected: bulk.rejected_count,
  isFinished: bulk.state !== "running",
  perSecond: bulk.per_second,
  secondsLeft: bulk.per_second ? bulk.open_count / bulk.per_second : null,
  consumers: null,
});

/** Returns the progress in an event. */
export function progressAfter(total: number, event: ProgressEvent, isFinished: boolean): Progress {
  const complete = event.count_by_status["1"] ?? 0;
  const rejected = event.count_by_status["5"] ?? 0;
  return {
    rows: event.row_count,
    failedRows: event.failed_row_count,
    total,
    open: event.waiting,
    complete,
    rejected,
    failed: Math.max(0, total - event.waiting - complete - rejected),
    isFinished,
    perSecond: event.per_second,
    secondsLeft: event.seconds_left,
    consumers: event.consumers,
  };
}

const kindNames = (): Readonly<Record<number, string>> => ({
  ...{ 1: t("Integration"), 2: t("Administrator"), 3: t("Customer"), 4: t("Guest") },
});

interface User {
  readonly user_type: number;
  readonly user_id: number | null;
  readonly user_name?: string | null;
}

/** Returns the name of a user: `jane`, or `Customer 5` without a name. */
export function nameOfUser({ user_name: name, user_type: type, user_id: id }: User): string {
  if (name != null) return name;
  return `${kindNames()[type] ?? t("Caller")}${id === null ? "" : ` ${id}`}`;
}

/** Returns the ids of the running bulks. */
export const runningOf = (bulks: readonly Bulk[]): readonly string[] =>
  bulks.filter(({ state }) => state === "running").map(({ bulk_uuid: uuid }) => uuid);
