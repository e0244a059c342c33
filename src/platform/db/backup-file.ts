import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import * as z from "zod";

/** Thrown if a backup cannot be made or restored; the message says what to do about it. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

const header = z.strictObject({
  portico: z.literal("backup"),
  format: z.literal(1),
  takenAt: z.string(),
  migrations: z.array(z.strictObject({ name: z.string(), checksum: z.string() })),
});
const table = z.strictObject({ table: z.string(), columns: z.array(z.string()) });
const rows = z.array(z.string());
const sequences = z.strictObject({ sequences: z.array(z.strictObject({ name: z.string(), last: z.number() })) });
const end = z.strictObject({ end: z.literal(true), rows: z.int() });

const part = z.union([rows, table, sequences, end, header]);

/**
 * A line of a backup: the header, then each table followed by its rows in PostgreSQL's text format, then the sequences and
 * the number of rows, without which the backup is incomplete.
 */
export type BackupPart = z.output<typeof part>;
export type BackupHeader = z.output<typeof header>;

/** Writes a backup as compressed lines of JSON. The file gets its name only when it is complete and on the disk. */
export async function writeBackupFile(path: string, parts: AsyncIterable<BackupPart>): Promise<void> {
  const unfinished = `${path}.unfinished`;
  try {
    const file = createWriteStream(unfinished, { mode: 0o600, flush: true });
    await pipeline(linesOf(parts), createGzip(), file);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function* linesOf(parts: AsyncIterable<BackupPart>): AsyncIterable<string> {
  for await (const each of parts) yield `${JSON.stringify(each)}\n`;
}

/** Reads a backup, header first. Throws `BackupError` for a file that is not a backup, is damaged or ends too early. */
async function* readBackupFile(path: string): AsyncGenerator<BackupPart, void> {
  await (await open(path)).close();
  let read = 0;
  let isWhole = false;
  try {
    const unzipped = createGunzip();
    const reading = pipeline(createReadStream(path), unzipped);
    reading.catch(() => undefined);
    for await (const line of createInterface({ input: unzipped, crlfDelay: Infinity })) {
      const each = part.parse(JSON.parse(line));
      if (Array.isArray(each)) read += each.length;
      else if ("end" in each) isWhole = each.rows === read;
      yield each;
    }
    await reading;
  } catch (error) {
    if (isOfFile(error)) throw new BackupError(`${path} is not a Portico backup, or is damaged.`, { cause: error });
    throw error;
  }
  if (!isWhole) throw new BackupError(`The backup ${path} is incomplete.`);
}

/** Returns the header of a backup, and the parts after it. Throws `BackupError` for a file that does not begin with a header. */
export async function openBackup(
  path: string,
): Promise<{ header: BackupHeader; parts: AsyncGenerator<BackupPart, void> }> {
  const parts = readBackupFile(path);
  const { value: first } = await parts.next();
  if (!first || !("portico" in first)) throw new BackupError(`${path} is not a Portico backup.`);
  return { header: first, parts };
}

/** Throws `BackupError` for a file that does not begin like a backup. */
export async function requireBackup(path: string): Promise<void> {
  const { parts } = await openBackup(path);
  await parts.return();
}

const isOfFile = (error: unknown) =>
  error instanceof SyntaxError ||
  error instanceof z.ZodError ||
  (error instanceof Error && "code" in error && String(error.code).startsWith("Z_"));
