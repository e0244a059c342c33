import DataLoader from "dataloader";
import { setTimeout } from "node:timers/promises";
import type { Db } from "./database.js";

/** Loads the results of several callers together. */
export interface BatchLoader<Key, Result> {
  /** Returns a value that is equal for keys that may share a batch. */
  readonly groupBy: (key: Key) => string;
  /** Returns the results in the order of the keys. An error in place of a result rejects only that caller. */
  readonly load: (db: Db, keys: readonly Key[]) => Promise<readonly (Result | Error)[]>;
  /**
   * Whether a batch waits for the previous one of its group, so that the keys that arrive meanwhile share it. For work that
   * costs much per batch, and little per key. False by default.
   */
  readonly isInTurn?: boolean;
}

/** Maximum number of keys per batch. In a longer batch, each caller would wait for too many others. */
const maximumSize = 100;

/** Milliseconds that a batch waits for the previous one, which itself may wait for a lock. */
const maximumWait = 100;

/** The batches of a database connection or pool. */
interface Batches<Key, Result> {
  /** Those that still collect keys, by group. */
  readonly open: Map<string, DataLoader<Key, Result>>;
  /** Those that are loading, by group. Only the last one of each, and only those that run in turn. */
  readonly running: Map<string, Promise<unknown>>;
}

/**
 * Returns a function that loads a key in a batch with other keys of the same turn of the event loop and the same database
 * connection or pool, and with those that arrive while it waits for its turn. A statement is sent after the last of its keys
 * was requested, so every caller sees all data committed before its call. An error that `load` throws rejects all callers.
 */
export function batched<Key, Result>(loader: BatchLoader<Key, Result>): (db: Db, key: Key) => Promise<Result> {
  const all = new WeakMap<Db, Batches<Key, Result>>();
  return (db, key) => {
    let batches = all.get(db);
    if (!batches) all.set(db, (batches = { open: new Map(), running: new Map() }));
    const group = loader.groupBy(key);
    let batch = batches.open.get(group);
    if (!batch) batches.open.set(group, (batch = openBatch({ db, group, batches, loader })));
    return batch.load(key);
  };
}

interface Opening<Key, Result> {
  readonly db: Db;
  readonly group: string;
  readonly batches: Batches<Key, Result>;
  readonly loader: BatchLoader<Key, Result>;
}

function openBatch<Key, Result>({ db, group, batches, loader }: Opening<Key, Result>): DataLoader<Key, Result> {
  const { open, running } = batches;
  const load = (keys: readonly Key[]) => {
    open.delete(group);
    const loading = loader.load(db, keys);
    if (loader.isInTurn === true) {
      const ended: Promise<void> = loading.then(ignore, ignore).then(() => {
        if (running.get(group) === ended) running.delete(group);
      });
      running.set(group, ended);
    }
    return loading;
  };
  const schedule = (send: () => void) => {
    const previous = running.get(group);
    if (previous) void Promise.race([previous, setTimeout(maximumWait, undefined, { ref: false })]).then(send);
    else setImmediate(send);
  };
  return new DataLoader(load, { cache: false, maxBatchSize: maximumSize, batchScheduleFn: schedule });
}

const ignore = () => undefined;
