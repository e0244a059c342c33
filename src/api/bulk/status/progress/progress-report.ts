import type { Progress } from "../../queue/consumers.sql.js";
import { Rate } from "../../run/rate.js";

/** The progress of a bulk as it is reported to clients. */
export interface ReportedProgress {
  readonly bulk_uuid: string;
  readonly operation_count: number;
  readonly waiting: number;
  readonly count_by_status: Readonly<Record<string, number>>;
  readonly row_count: number;
  readonly failed_row_count: number;
  readonly consumers: number;
  readonly per_second: number | null;
  readonly seconds_left: number | null;
}

const statuses = ["1", "2", "3", "4", "5"] as const;

/** Reports the progress of a bulk to one client. The rate is measured from when the client began to follow the bulk. */
export class ProgressReport {
  private readonly rate = new Rate();

  /** Returns the current progress. Without a consumer there is no estimate of the remaining time. */
  of({ uuid, total, waiting, counts, rows, failedRows, consumers, isFinished }: Progress): ReportedProgress {
    this.rate.add(performance.now(), waiting, counts["5"] ?? 0);
    const { perSecond, secondsLeft } = this.rate;
    return {
      bulk_uuid: uuid,
      operation_count: total,
      waiting,
      count_by_status: Object.fromEntries(statuses.map((status) => [status, counts[status] ?? 0])),
      row_count: rows,
      failed_row_count: failedRows,
      consumers,
      per_second: perSecond === null ? null : Math.round(perSecond * 10) / 10,
      seconds_left: isFinished ? 0 : consumers === 0 || secondsLeft === null ? null : Math.ceil(secondsLeft),
    };
  }
}
