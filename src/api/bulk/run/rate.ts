/** Period that the rate covers, in milliseconds. */
const span = 10_000;

interface Sample {
  readonly at: number;
  readonly waiting: number;
  /** Waiting and rejected operations. All others have been run. */
  readonly notRun: number;
}

/** Measures how fast operations run, from samples of the last seconds. */
export class Rate {
  private samples: Sample[] = [];

  /** Adds a sample: the number of waiting and of rejected operations at a time in milliseconds. */
  add(at: number, waiting: number, rejected: number): void {
    const [oldest] = this.samples;
    // Operations were put back into the queue: earlier samples do not count.
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

  /** Estimated seconds until no operation waits; null if none ran recently. */
  get secondsLeft(): number | null {
    const perSecond = this.perSecond;
    const waiting = this.samples.at(-1)?.waiting ?? 0;
    if (waiting === 0) return 0;
    return perSecond === null || perSecond <= 0 ? null : waiting / perSecond;
  }
}
