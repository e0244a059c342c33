import type { Progress } from "../queue/consumers.sql.js";
import { Rate } from "../run/rate.js";

/** How a bulk gets on. */
export interface ReportedProgress {
  readonly bulk_uuid: string;
  readonly operation_count: number;
  readonly waiting: number;
  readonly count_by_status: Readonly<Record<string, number>>;
  readonly consumers: number;
  readonly per_second: number | null;
  readonly seconds_left: number | null;
}

const statuses = ["1", "2", "3", "4", "5"] as const;

/** Reports how a bulk gets on to one client: the rate is of the time since the client follows it. */
export class ProgressReport {
  private readonly rate = new Rate();

  /** Returns the state of the bulk now. Without a consumer there is no estimate of the remaining time. */
  of({ uuid, total, waiting, counts, consumers, isFinished }: Progress): ReportedProgress {
    this.rate.add(performance.now(), waiting, counts["5"] ?? 0);
    const { perSecond, secondsLeft } = this.rate;
    return {
      bulk_uuid: uuid,
      operation_count: total,
      waiting,
      count_by_status: Object.fromEntries(statuses.map((status) => [status, counts[status] ?? 0])),
      consumers,
      per_second: perSecond === null ? null : Math.round(perSecond * 10) / 10,
      seconds_left: isFinished ? 0 : consumers === 0 || secondsLeft === null ? null : Math.ceil(secondsLeft),
    };
  }
}
