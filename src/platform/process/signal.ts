/** Wakes waiting work. A signal that is raised while nothing waits ends the next wait at once. */
export class Signal {
  private waiters: (() => void)[] = [];
  private raised = false;

  raise(): void {
    this.raised = true;
    for (const wake of this.waiters.splice(0)) wake();
  }

  /** Resolves when the signal is raised, or after `atMost` milliseconds. */
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
