/** The steps of the arrow keys: rows down, cells to the right. */
const steps: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

const cellsOf = (row: Element | undefined) => [...(row?.querySelectorAll<HTMLElement>("[data-cell]") ?? [])];

/** Moves the keyboard focus from a price to another one; keys elsewhere, and those of an open field, do nothing. */
export function moveFocus(table: HTMLTableElement, event: KeyboardEvent): void {
  const step = steps[event.key];
  const cell = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("button[data-cell]") : null;
  if (!step || !cell || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  focusBeside(table, cell, step);
}

/** Moves the focus to the price in another row or column, if there is one. A row without a price in the column is skipped. */
function focusBeside(table: HTMLTableElement, cell: HTMLElement, [down, right]: readonly [number, number]): void {
  const rows = [...table.tBodies].flatMap((body) => [...body.rows]);
  const row = rows.findIndex((candidate) => candidate.contains(cell));
  if (right !== 0) {
    const cells = cellsOf(rows[row]);
    cells[cells.indexOf(cell) + right]?.focus();
    return;
  }
  const kind = cell.dataset["cell"] ?? "";
  for (let at = row + down; at >= 0 && at < rows.length; at += down) {
    const found = rows[at]?.querySelector<HTMLElement>(`[data-cell="${kind}"]`);
    if (found) return found.focus();
  }
}

/** Moves the focus from a price to the one below it; to the price itself on the last row. */
export function focusBelow(cell: HTMLElement): void {
  const table = cell.closest("table");
  cell.focus();
  if (table) focusBeside(table, cell, [1, 0]);
}
