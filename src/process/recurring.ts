import { Signal } from "./signal.js";

export interface RecurringOptions {
  /** Milliseconds after which it is done again by itself. */
  readonly pause: number;
  readonly onError: (error: unknown) => void;
}

/** Does something over and over until it is stopped: after a pause, or when it is called for. Never twice at once. */
export class Recurring {
  private readonly signal = new Signal();
  private stopping = false;
  private running: Promise<void> | undefined;

  constructor(
    private readonly work: () => Promise<unknown>,
    private readonly options: RecurringOptions,
  ) {}

  start(): void {
    this.running ??= this.loop();
  }

  /** There is something to do. */
  wake = (): void => this.signal.raise();

  /** Lets what is being done end. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.signal.raise();
    await this.running;
  }

  private async loop(): Promise<void> {
    while (!this.stopping) {
      try {
        await this.work();
      } catch (error) {
        this.options.onError(error);
      }
      await this.signal.wait(this.options.pause);
    }
  }
}
