import type { GuardedRow } from "../guarded-rows.js";
import type { GuardRails, RowLimit } from "./limits.js";

/** Number of prices of a kind and a website that earlier parts of a call changed. */
export interface ChangedPrices {
  readonly kind: string;
  readonly website_id: number;
  readonly changed: number;
}

/** The parts of a call that were written before. */
interface EarlierParts {
  /** Number of rows, of all kinds, that changed a price. */
  readonly written: number;
  readonly read: () => Promise<readonly ChangedPrices[]>;
}

/** Counts the prices changed by a call that comes in parts, like a file. Guard-rails limit the number of the whole call. */
export class RowTally {
  private readonly changed: ChangedPrices[] = [];

  constructor(private earlier?: EarlierParts) {}

  /** Reads the changes of earlier parts, unless there are too few to reach a limit. */
  async prepare(rails: GuardRails, rows: number): Promise<void> {
    const { earlier } = this;
    if (!earlier || rails.rowLimits.every(({ value }) => earlier.written + rows <= value)) return;
    this.earlier = undefined;
    this.changed.push(...(await earlier.read()));
  }

  /** Returns the number of prices changed so far that count toward a limit. */
  countFor(limit: RowLimit, rails: GuardRails): number {
    let count = 0;
    for (const { kind, website_id, changed } of this.changed) {
      if (kind === limit.kind && rails.counts(limit, website_id)) count += changed;
    }
    return count;
  }

  /** Adds rows that will be written. Copies of a price for several store views count once. */
  add(rows: readonly GuardedRow[]): void {
    const keys = new Map<string, Set<string>>();
    for (const { changes, websiteId, key } of rows) {
      for (const { kind } of changes.filter(({ isChanged }) => isChanged)) {
        const scope = `${kind} ${websiteId}`;
        keys.set(scope, (keys.get(scope) ?? new Set()).add(key));
      }
    }
    for (const [scope, found] of keys) {
      const [kind = "", website = ""] = scope.split(" ");
      this.changed.push({ kind, website_id: Number(website), changed: found.size });
    }
  }
}
