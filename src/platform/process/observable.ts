/** Passes facts to its listeners. Without listeners it costs one comparison. */
export class Observable<Fact> {
  private readonly listeners: ((fact: Fact) => void)[] = [];

  /** Whether there are listeners. Without any, a fact need not be built. */
  get isObserved(): boolean {
    return this.listeners.length > 0;
  }

  observe(listener: (fact: Fact) => void): void {
    this.listeners.push(listener);
  }

  notify(fact: Fact): void {
    for (const listener of this.listeners) listener(fact);
  }
}
