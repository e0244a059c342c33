import { createReadStream, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** Reads a CSV file without quotation marks line by line, as objects by the names in its first line. */
export async function* rowsOf(file: string): AsyncGenerator<Readonly<Record<string, string>>> {
  let names: readonly string[] | undefined;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (line.trim() === "") continue;
    const values = line.split(",");
    if (!names) names = values;
    else yield Object.fromEntries(names.map((name, column) => [name, values[column] ?? ""]));
  }
}

/** Reads lists of at most `size` items. */
export async function* inChunks<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let chunk: Item[] = [];
  for await (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** Returns where the last run ended; undefined before the first one. */
export const readCursor = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;

/** Keeps where a run ended. A crash leaves the old cursor or the new one. */
export function keepCursor(file: string, cursor: string): void {
  writeFileSync(`${file}.new`, cursor);
  renameSync(`${file}.new`, file);
}
