/** Functions to call when a transaction has ended. */
export class TransactionHooks {
  private commitHooks: (() => void)[] = [];
  private rollbackHooks: (() => Promise<void>)[] = [];
  /** Rollback hooks of savepoints that were already rolled back. */
  private undone: (() => Promise<void>)[] = [];

  onCommit(hook: () => void): void {
    this.commitHooks.push(hook);
  }

  onRollback(hook: () => Promise<void>): void {
    this.rollbackHooks.push(hook);
  }

  /** Takes over the hooks of a savepoint that was released. */
  join(part: TransactionHooks): void {
    this.commitHooks.push(...part.commitHooks);
    this.rollbackHooks.push(...part.rollbackHooks);
    this.undone.push(...part.undone);
  }

  /** Takes over the hooks of a savepoint that was rolled back. */
  drop(part: TransactionHooks): void {
    this.undone.push(...part.rollbackHooks, ...part.undone);
  }

  async committed(): Promise<void> {
    for (const hook of this.commitHooks) hook();
    await Promise.all(this.undone.map((undo) => undo()));
  }

  async rolledBack(): Promise<void> {
    await Promise.all([...this.rollbackHooks, ...this.undone].map((undo) => undo()));
  }
}
