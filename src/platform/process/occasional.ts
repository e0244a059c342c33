/** Reports a repeated event at most once per interval, with the number of times. */
export class ThrottledReporter {
  private lastReport = -Infinity;
  private times = 0;

  constructor(
    /** Milliseconds. */
    private readonly interval: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Counts an event. Calls `report` with the number of events since the last report, unless that was within the interval.
   */
  count(report: (times: number) => void): void {
    this.times += 1;
    if (this.now() - this.lastReport < this.interval) return;
    this.lastReport = this.now();
    report(this.times);
    this.times = 0;
  }
}
