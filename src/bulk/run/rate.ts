/** How far back the rate looks, in milliseconds. */
const span = 10_000;

interface Sample {
  readonly at: number;
  readonly waiting: number;
  /** Waiting and rejected operations. All others have been run. */
  readonly notRun: number;
}

/** How fast operations are run, by what was seen within the last seconds. */
export class Rate {
  private samples: Sample[] = [];

  /** Takes in how many operations waited, and how many had been rejected, at a time in milliseconds. */
  add(at: number, waiting: number, rejected: number): void {
    const [oldest] = this.samples;
    // Operations were put back: what was before does not count.
    if (oldest && waiting > (this.samples.at(-1)?.waiting ?? 0)) this.samples = [];
    this.samples = [
      ...this.samples.filter((sample) => at - sample.at <= span),
      { at, waiting, notRun: waiting + rejected },
    ];
  }

  /** Operations per second; null until there are two samples. */
  get perSecond(): number | null {
    const [oldest] = this.samples;
    const newest = this.samples.at(-1);
    if (!oldest || !newest || newest.at === oldest.at) return null;
    return ((oldest.notRun - newest.notRun) * 1000) / (newest.at - oldest.at);
  }

  /** Estimated seconds until no operation waits; null if none was run lately. */
  get secondsLeft(): number | null {
    const perSecond = this.perSecond;
    const waiting = this.samples.at(-1)?.waiting ?? 0;
    if (waiting === 0) return 0;
    return perSecond === null || perSecond <= 0 ? null : waiting / perSecond;
  }
}
