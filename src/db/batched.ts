import DataLoader from "dataloader";
import type { Db } from "./database.js";

/** What several callers want at once, and how it is found for all of them. */
export interface Gathering<Wish, Found> {
  /** Only wishes of the same kind are met together. */
  readonly kind: (wish: Wish) => string;
  /** Meets the wishes, each in its place; an error in a place is for that caller alone. */
  readonly meet: (db: Db, wishes: readonly Wish[]) => Promise<readonly (Found | Error)[]>;
}

/** How many wishes are met at once; of a longer list each would wait for too many others. */
const most = 32;

/**
 * Makes one statement of what many callers want at the same moment: the wishes of one turn of the event loop that come
 * by the same way to the database. A statement is sent after the last of its wishes has come, so that everybody is told
 * what is true at the time of the call. What `meet` throws is thrown to all of them.
 */
export function gathered<Wish, Found>({ kind, meet }: Gathering<Wish, Found>): (db: Db, wish: Wish) => Promise<Found> {
  const open = new WeakMap<Db, Map<string, DataLoader<Wish, Found>>>();
  return (db, wish) => {
    let loaders = open.get(db);
    if (!loaders) open.set(db, (loaders = new Map<string, DataLoader<Wish, Found>>()));
    const name = kind(wish);
    let loader = loaders.get(name);
    if (!loader) {
      const first = loaders;
      const batch = (wishes: readonly Wish[]) => {
        first.delete(name);
        return meet(db, wishes);
      };
      loader = new DataLoader<Wish, Found>(batch, { cache: false, maxBatchSize: most, batchScheduleFn: setImmediate });
      loaders.set(name, loader);
    }
    return loader.load(wish);
  };
}
