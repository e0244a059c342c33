/** Limits for the work that runs and waits at the same time. */
export interface TurnsOptions {
  readonly concurrency: number;
  /** Maximum number of waiting pieces of work. */
  readonly maxWaiting: number;
  /** Creates the error for work that is rejected because the queue is full. */
  readonly full: () => Error;
}

/** Runs a few pieces of work at the same time and lets a limited number wait, in order of arrival. */
export class Turns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly options: TurnsOptions) {}

  /** Runs the work in its turn. Rejects with the error of `full` if too many wait. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running < this.options.concurrency) this.running += 1;
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
    if (this.waiting.length >= this.options.maxWaiting) return Promise.reject(this.options.full());
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
