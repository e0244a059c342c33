/** Gives the engine to one session at a time, in the order of their requests. */
export class EngineLock {
  private held = false;
  private readonly queue: (() => void)[] = [];

  /** Whether another session waits for the engine. */
  get contended(): boolean {
    return this.queue.length > 0;
  }

  /** Whether no session uses the engine. */
  get isFree(): boolean {
    return !this.held;
  }

  acquire(): Promise<void> {
    if (!this.held) {
      this.held = true;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.queue.push(resolve));
  }

  /** Gives the engine to the next session. Call it once for every granted `acquire`. */
  release(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.held = false;
  }
}
