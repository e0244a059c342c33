import DataLoader from "dataloader";
import type { Db } from "./database.js";

/** Loads the results of several callers together. */
export interface BatchLoader<Key, Result> {
  /** Returns a value that is equal for keys that may share a batch. */
  readonly groupBy: (key: Key) => string;
  /** Returns the results in the order of the keys. An error in place of a result rejects only that caller. */
  readonly load: (db: Db, keys: readonly Key[]) => Promise<readonly (Result | Error)[]>;
}

/** Maximum number of keys per batch. In a longer batch, each caller would wait for too many others. */
const maximumSize = 100;

/**
 * Returns a function that loads a key in a batch with other keys of the same turn of the event loop and the same database
 * connection or pool. A statement is sent after the last of its keys was requested, so every caller sees all data
 * committed before its call. An error that `load` throws rejects all callers.
 */
export function batched<Key, Result>({
  groupBy,
  load,
}: BatchLoader<Key, Result>): (db: Db, key: Key) => Promise<Result> {
  const open = new WeakMap<Db, Map<string, DataLoader<Key, Result>>>();
  return (db, key) => {
    let loaders = open.get(db);
    if (!loaders) open.set(db, (loaders = new Map<string, DataLoader<Key, Result>>()));
    const group = groupBy(key);
    let loader = loaders.get(group);
    if (!loader) {
      const first = loaders;
      const batch = (keys: readonly Key[]) => {
        first.delete(group);
        return load(db, keys);
      };
      loader = new DataLoader<Key, Result>(batch, {
        cache: false,
        maxBatchSize: maximumSize,
        batchScheduleFn: setImmediate,
      });
      loaders.set(group, loader);
    }
    return loader.load(key);
  };
}
