/** Where a command's words go: lines for people, or one line of JSON for programs. */
export class Output {
  constructor(readonly json: boolean) {}

  /** Tells people what is being done; programs hear the result only. */
  readonly say = (line = ""): void => {
    if (!this.json) write(line);
  };

  /** Ends a command: what it came to, as data and as lines for people. */
  result(data: object, lines: readonly string[]): void {
    for (const line of this.json ? [JSON.stringify(data)] : lines) write(line);
  }
}

/** `1 product`, `2 products`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Columns as wide as their widest cell; the last one is left ragged. */
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
