/** Gives the engine to one session at a time, in the order in which they asked. */
export class EngineLock {
  private held = false;
  private readonly queue: (() => void)[] = [];

  /** Whether somebody waits for the one who has the engine now. */
  get contended(): boolean {
    return this.queue.length > 0;
  }

  acquire(): Promise<void> {
    if (!this.held) {
      this.held = true;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.queue.push(resolve));
  }

  /** To be called once for every `acquire` that was granted. */
  release(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.held = false;
  }
}
