/** Wakes waiting work. A signal that is raised while nothing waits ends the next wait at once. */
export class Signal {
  private readonly waiters = new Set<() => void>();
  private raised = false;

  raise(): void {
    this.raised = true;
    for (const wake of this.waiters) wake();
  }

  /** Resolves when the signal is raised, or after `atMost` milliseconds. */
  async wait(atMost: number): Promise<void> {
    if (!this.raised) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          this.waiters.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, atMost);
        this.waiters.add(wake);
      });
    }
    this.raised = false;
  }
}
