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
   * Number of batches of a group that load at the same time. The next one waits for one of them, so that the keys that
   * arrive meanwhile share it. For work that costs much per batch, and little per key. Not limited by default.
   */
  readonly atOnce?: number;
}

/** Maximum number of keys per batch. In a longer batch, each caller would wait for too many others. */
const maximumSize = 100;

/** Milliseconds that a batch waits for others, which themselves may wait for a lock. */
const maximumWait = 100;

/** The batches of a database connection or pool. */
interface Batches<Key, Result> {
  /** Those that still collect keys, by group. */
  readonly open: Map<string, DataLoader<Key, Result>>;
  /** Those that are loading, by group, if their number is limited. */
  readonly running: Map<string, Set<Promise<void>>>;
}

/**
 * Returns a function that loads a key in a batch with other keys of the same turn of the event loop and the same database
 * connection or pool, and with those that arrive while it waits for others. A statement is sent after the last of its keys
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
  const { atOnce = Infinity } = loader;
  const load = (keys: readonly Key[]) => {
    open.delete(group);
    const loading = loader.load(db, keys);
    if (atOnce !== Infinity) addRunning(running, group, loading);
    return loading;
  };
  const schedule = (send: () => void) => {
    const others = [...(running.get(group) ?? [])];
    if (others.length < atOnce) setImmediate(send);
    else void Promise.race([...others, setTimeout(maximumWait, undefined, { ref: false })]).then(send);
  };
  return new DataLoader(load, { cache: false, maxBatchSize: maximumSize, batchScheduleFn: schedule });
}

function addRunning(running: Map<string, Set<Promise<void>>>, group: string, loading: Promise<unknown>): void {
  const others = running.get(group) ?? new Set();
  const ended: Promise<void> = loading.then(ignore, ignore).then(() => {
    others.delete(ended);
    if (others.size === 0) running.delete(group);
  });
  running.set(group, others.add(ended));
}

const ignore = () => undefined;
