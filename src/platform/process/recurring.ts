import { Signal } from "./signal.js";

/** Work that is repeated between a start and a stop. */
export interface Repeated {
  start(): void;
  stop(): Promise<void>;
}

export interface RecurringOptions {
  /** Milliseconds between two runs if nothing wakes the work. */
  readonly pause: number;
  readonly onError: (error: unknown) => void;
}

/** Repeats work until it is stopped, after a pause or when it is woken. Never runs it twice at the same time. */
export class Recurring implements Repeated {
  private readonly signal = new Signal();
  private stopping = false;
  private running: Promise<void> | undefined;

  constructor(
    /** The work. Long work asks now and then whether it should end. */
    private readonly work: (isStopping: () => boolean) => Promise<unknown>,
    private readonly options: RecurringOptions,
  ) {}

  start(): void {
    this.running ??= this.loop();
  }

  /** Runs the work now, because there is something to do. */
  wake = (): void => this.signal.raise();

  /** Stops repeating, and resolves when the current run has ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.signal.raise();
    await this.running;
  }

  private async loop(): Promise<void> {
    while (!this.stopping) {
      try {
        await this.work(() => this.stopping);
      } catch (error) {
        this.options.onError(error);
      }
      await this.signal.wait(this.options.pause);
    }
  }
}
