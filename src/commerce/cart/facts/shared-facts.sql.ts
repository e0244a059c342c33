// SQL: models cannot read settings of a transaction, nor be a column of the statement that reads a cart.
import type { Db } from "../../../platform/db/database.js";

/** SQL of the revision of the facts that all carts share. Null in a transaction that has changed such facts itself. */
export const sharedFactsRevision = `select revision::text from cart_facts
  where coalesce(current_setting('portico.changed_cart_facts', true), '') = ''`;

/** Facts that many carts share, such as the tax rules of a destination. */
export interface SharedFact<Value> {
  /** The revision that the cart was read with. Nothing is kept without one. */
  readonly revision: string | null | undefined;
  /** What is read. The same key always stands for the same statement with the same parameters. */
  readonly key: readonly unknown[];
  readonly load: () => Promise<Value>;
}

/** Keeps the facts that all carts share (settings, rules, taxes) in the process, as long as their revision is current. */
export class SharedFacts {
  private revision = "";
  private readonly kept = new Map<string, unknown>();

  /** Returns facts of the revision that a cart was read with, or newer ones. */
  async read<Value>(db: Db, { revision, key, load }: SharedFact<Value>): Promise<Value> {
    const text = JSON.stringify(key);
    if (revision != null && revision === this.revision && this.kept.has(text)) return this.kept.get(text) as Value;
    const value = await load();
    // The facts belong to the revision only if it is still current after they were read.
    if (revision != null && (await this.isCurrent(db, revision))) this.keep(revision, text, value);
    return value;
  }

  private async isCurrent(db: Db, revision: string): Promise<boolean> {
    const row = await db.one<{ revision: string | null }>(`select (${sharedFactsRevision}) as revision`, []);
    return row?.revision === revision;
  }

  private keep(revision: string, key: string, value: unknown): void {
    if (revision !== this.revision || this.kept.size >= maxKept) this.kept.clear();
    this.revision = revision;
    this.kept.set(key, value);
  }
}

/** Destinations of parcels are the most frequent keys. */
const maxKept = 1000;
