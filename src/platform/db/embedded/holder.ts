import { mkdirSync } from "node:fs";
import { connect } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  entries,
  newest,
  readHolder,
  removeFile,
  socketPath,
  touch,
  touchedAt,
  writeNew,
  type Entry,
  type Holder,
} from "./holder-files.js";

export type { Holder };

/** Thrown if another process has the embedded database open. */
export class DatabaseHeldError extends Error {
  override readonly name = "DatabaseHeldError";

  constructor(
    folder: string,
    readonly holder: Holder,
  ) {
    super(
      `The embedded database in ${folder} has been open in process ${holder.pid} on ${holder.hostname} since ${holder.startedAt}. ` +
        "Stop that process, give this one another PORTICO_DATA_DIR, or use PostgreSQL (DATABASE_URL) for more than one process.",
    );
  }
}

/** Interval of a holder's heartbeats, and how long a holder that does not answer is watched, in milliseconds. */
const heartbeat = 2_000;
const watchMilliseconds = 10_000;
/** Age in milliseconds at which a record is stale without being watched. */
const staleAge = 60_000;

/**
 * The exclusive right to open the database in a folder. Records are numbered, and a number is never used again. To take
 * over from record n, a process creates record n + 1, which the file system allows for one process only, and a record is
 * valid only while there is no higher one. So two processes that both find a dead holder cannot both succeed.
 */
export class HolderRecord {
  private readonly timer: NodeJS.Timeout;
  private onLost: () => void = () => undefined;

  private constructor(
    private readonly folder: string,
    private readonly path: string,
    readonly holder: Holder,
  ) {
    this.timer = setInterval(() => this.beat(), heartbeat);
    this.timer.unref();
  }

  /**
   * Calls `onLost` when the record is gone: the folder was removed, or another process took over after this one slept for
   * long.
   */
  whenLost(onLost: () => void): void {
    this.onLost = onLost;
  }

  private beat(): void {
    if (touch(this.path)) return;
    clearInterval(this.timer);
    this.onLost();
  }

  /**
   * Takes over the folder. Returns the living holder instead if there is one. Calls `onWatch` before it watches a holder that
   * may be dead, for up to ten seconds.
   */
  static async acquire(folder: string, onWatch: OnWatch = () => undefined): Promise<HolderRecord | Holder> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (;;) {
      const current = newest(folder);
      if (current && (await isAlive(current, onWatch))) {
        const holder = newest(folder)?.holder;
        if (holder && !holder.released) return holder;
        continue;
      }
      const record = HolderRecord.create(folder, (current?.number ?? 0) + 1);
      if (record) return record;
    }
  }

  private static create(folder: string, number: number): HolderRecord | undefined {
    const path = join(folder, `holder.${number}.json`);
    const startedAt = new Date().toISOString();
    const holder = { pid: process.pid, hostname: hostname(), startedAt, socket: socketPath(folder) };
    if (!writeNew(path, JSON.stringify(holder))) return undefined;
    if (entries(folder).some((entry) => entry.number > number)) {
      removeFile(path);
      return undefined;
    }
    for (const entry of entries(folder)) if (entry.number < number) removeFile(entry.path);
    opened.add(path);
    return new HolderRecord(folder, path, holder);
  }

  /** Releases the folder. A marked record stays, so that its number is not used again. */
  release(): void {
    clearInterval(this.timer);
    const number = Number(/(\d+)\.json$/.exec(this.path)?.[1]);
    writeNew(join(this.folder, `holder.${number + 1}.json`), JSON.stringify({ ...this.holder, released: true }));
    removeFile(this.path);
    opened.delete(this.path);
  }
}

/** Records of this process. Any other record with the same process id is from an earlier start of the same container. */
const opened = new Set<string>();

/** Called with a holder that is watched because it does not answer. */
export type OnWatch = (holder: Pick<Holder, "pid" | "hostname">) => void;

async function isAlive(entry: Entry, onWatch: OnWatch): Promise<boolean> {
  const deadline = Date.now() + watchMilliseconds;
  const seen = touchedAt(entry.path);
  if (entry.holder?.released) return false;
  if (entry.holder && (await isListening(entry.holder.socket))) return true;
  if (entry.holder && isSurelyDead(entry, entry.holder)) return false;
  if (Date.now() - seen > staleAge) return false;
  if (entry.holder) onWatch(entry.holder);
  while (Date.now() < deadline) {
    await delay(100);
    const holder = readHolder(entry.path);
    if (touchedAt(entry.path) !== seen) return holder !== undefined;
    if (holder && (await isListening(holder.socket))) return true;
    if (holder && isSurelyDead(entry, holder)) return false;
  }
  return false;
}

function isSurelyDead(entry: Entry, holder: Holder): boolean {
  if (holder.hostname !== hostname()) return false;
  if (holder.pid === process.pid) return !opened.has(entry.path);
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

/** Returns whether a process listens on the socket. */
function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const settle = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}
