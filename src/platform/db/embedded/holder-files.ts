import { createHash } from "node:crypto";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The process that has the embedded database open. */
export interface Holder {
  readonly pid: number;
  readonly hostname: string;
  readonly startedAt: string;
  readonly socket: string;
  /** Set if the database was closed properly, so that no process holds it. */
  readonly released?: boolean;
}

/** A numbered record of a holder. */
export interface Entry {
  readonly number: number;
  readonly path: string;
  /** Undefined if the file is empty or cannot be read: a process is writing it, or died while doing so. */
  readonly holder: Holder | undefined;
}

/** Returns the records of a folder. */
export function entries(folder: string): Entry[] {
  return listFiles(folder).flatMap((name) => {
    const number = /^holder\.(\d+)\.json$/.exec(name)?.[1];
    const path = join(folder, name);
    return number === undefined ? [] : [{ number: Number(number), path, holder: readHolder(path) }];
  });
}

/** Returns the record with the highest number, which is the valid one. */
export function newest(folder: string): Entry | undefined {
  return entries(folder).sort((one, other) => other.number - one.number)[0];
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Reads a record. Undefined if the file is empty or gone. */
export function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}

/** Creates a file. Returns false if it exists already. */
export function writeNew(path: string, text: string): boolean {
  try {
    const file = openSync(path, "wx", 0o600);
    writeSync(file, text);
    closeSync(file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Returns the time at which the file was last touched, in milliseconds; 0 if it is gone. */
export function touchedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Renews the holder's record. Returns whether the record still exists. */
export function touch(path: string): boolean {
  try {
    utimesSync(path, new Date(), new Date());
    return true;
  } catch {
    return false;
  }
}

/** Removes a file if it exists. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}

/** Returns the path of the holder's socket, which is named so that `psql -h <folder> -U postgres` finds it. */
export function socketPath(folder: string): string {
  const digest = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  if (process.platform === "win32") return `\\\\.\\pipe\\portico-${digest}`;
  const near = join(folder, ".s.PGSQL.5432");
  return Buffer.byteLength(near) < 100 ? near : join(tmpdir(), `portico-${digest}`, ".s.PGSQL.5432");
}

/** Removes an old socket and creates the folder for the holder's one. Only the holder may call this. */
export function clearSocket(path: string): void {
  if (process.platform === "win32") return;
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (folder.startsWith(tmpdir()) && statSync(folder).uid !== process.getuid?.()) {
    throw new Error(`${folder} belongs to another user. Use a shorter PORTICO_DATA_DIR.`);
  }
  removeFile(path);
}
