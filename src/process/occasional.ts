/** Reports what happens again and again at most once per interval, with the number of times. */
export class Occasional {
  private lastReport = -Infinity;
  private times = 0;

  constructor(
    /** Milliseconds. */
    private readonly interval: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Counts one time. Calls `report` with the times since the last report, unless that was within the interval. */
  count(report: (times: number) => void): void {
    this.times += 1;
    if (this.now() - this.lastReport < this.interval) return;
    this.lastReport = this.now();
    report(this.times);
    this.times = 0;
  }
}
