/**
 * Returns the cells of a line of comma-separated values, trimmed (RFC 4180): a cell in quotation marks may contain commas,
 * and a quotation mark in it is doubled. Returns undefined if a quotation mark is not closed.
 */
export function cellsOf(line: string): string[] | undefined {
  const cells: string[] = [];
  const cell = /\s*(?:"((?:[^"]|"")*)"|([^",]*))\s*(,|$)/y;
  for (;;) {
    const found = cell.exec(line);
    if (!found) return undefined;
    const [, quoted, plain = "", end] = found;
    cells.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"').trim());
    if (end === "") return cells;
  }
}

/** Returns cells as a line that `cellsOf` reads. */
export const lineOf = (cells: readonly string[]): string =>
  cells.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",");
