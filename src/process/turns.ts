/** How much work runs and waits at the same time. */
export interface TurnsOptions {
  readonly atOnce: number;
  /** Most pieces of work that wait. */
  readonly waiting: number;
  /** Makes the error for work that finds too many waiting. */
  readonly full: () => Error;
}

/** Runs a few pieces of work at the same time and lets a limited number wait, in the order in which they came. */
export class Turns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly options: TurnsOptions) {}

  /** Runs the work in its turn. Rejects with the error of `full` when too many wait. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running < this.options.atOnce) this.running += 1;
    else await this.wait();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private wait(): Promise<void> {
    if (this.waiting.length >= this.options.waiting) return Promise.reject(this.options.full());
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
