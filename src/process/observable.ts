/** Notifies listeners of facts. Without listeners it costs a comparison. */
export class Observable<Fact> {
  private readonly listeners: ((fact: Fact) => void)[] = [];

  /** Whether anybody listens: only then is a fact worth making. */
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
