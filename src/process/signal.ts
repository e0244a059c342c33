/** Wakes those that wait for something to do; a call that comes while nobody waits is remembered. */
export class Signal {
  private waiters: (() => void)[] = [];
  private raised = false;

  raise(): void {
    this.raised = true;
    for (const wake of this.waiters.splice(0)) wake();
  }

  /** Resolves when the signal is raised, or after so many milliseconds. */
  async wait(atMost: number): Promise<void> {
    if (!this.raised) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, atMost);
        this.waiters.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
    this.raised = false;
  }
}
