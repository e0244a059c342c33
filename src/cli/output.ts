import { sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The command that starts this copy of Portico: a clone has it in `bin`, and npm finds that of an installed package. */
const command = fileURLToPath(import.meta.url).includes(["", "node_modules", "portico", ""].join(sep))
  ? "npx portico"
  : "bin/portico";

/** Returns a text for people, with the commands in it as they are typed here. */
export const asTyped = (text: string): string => text.replaceAll("bin/portico", command);

/** The output of a command: lines for people, or one line of JSON for programs. */
export class Output {
  constructor(readonly json: boolean) {}

  /** Prints progress for people. Programs get the result only. */
  readonly say = (line = ""): void => {
    if (!this.json) write(asTyped(line));
  };

  /** Prints the result of a command, as JSON or as lines. */
  result(data: object, lines: readonly string[]): void {
    for (const line of this.json ? [JSON.stringify(data)] : lines.map(asTyped)) write(line);
  }
}

/** Returns a count with its noun: `1 product`, `2 products`. */
export const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Formats rows as columns that are as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
