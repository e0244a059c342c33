import { type Message, textOf, valuesOf } from "../messages.js";
import type { PreviewedFailure } from "../prices/price-changes.js";
import type { CellKind, TrayChange } from "./products.js";

/** A row that a price route did not write: it waits for approval, or it failed. */
export interface RefusedRow extends Message {
  readonly extension_attributes?: { readonly code?: string };
}

/** What became of the changes of a call. */
export interface Outcome {
  /** The changes that wait for approval, or were written. */
  readonly sent: readonly TrayChange[];
  /** Whether the call waits for approval. */
  readonly isHeld: boolean;
  /** The reasons of rows that failed. */
  readonly failed: readonly string[];
}

/** The codes of rows of a file that break a guard-rail. Whether it refuses or holds them is decided when they are sent. */
const guarded: ReadonlySet<unknown> = new Set([
  ...["price_rise", "price_fall", "price_below_floor", "price_above_ceiling", "price_row_limit"],
]);

/**
 * Returns the changes to send for approval: those of each kind of price with a row that breaks a guard-rail, because a call is
 * held as a whole. Deletions have no route that holds them.
 */
export function changesToApprove(
  changes: readonly TrayChange[],
  failures: readonly PreviewedFailure[],
): readonly TrayChange[] {
  const broken = failures.filter(({ code }) => guarded.has(code)).map(({ line = 0 }) => changes[line - 1]);
  const kinds = new Set<CellKind>(broken.flatMap((change) => (change && change.value !== null ? [change.kind] : [])));
  return changes.filter(({ kind, value }) => value !== null && kinds.has(kind));
}

/** Reads the response to a call with changes of one kind. Nothing of a held call is written. */
export function outcomeOf(changes: readonly TrayChange[], rows: readonly RefusedRow[]): Outcome {
  const held = rows.filter((row) => row.extension_attributes?.code === "PRICE_HELD");
  const others = rows.filter((row) => !held.includes(row));
  const failed = others.map(textOf);
  if (held.length > 0) return { sent: changes.filter((change) => isIn(change, held)), isHeld: true, failed };
  // A failure without a SKU can be that of any row.
  const isUnclear = others.some((row) => valuesOf(row)["SKU"] === undefined);
  const sent = isUnclear ? [] : changes.filter((change) => !isIn(change, others));
  return { sent, isHeld: false, failed };
}

const isIn = ({ sku, store }: TrayChange, rows: readonly RefusedRow[]): boolean =>
  rows.some((row) => {
    const { SKU, storeId } = valuesOf(row);
    return SKU?.toLowerCase() === sku.toLowerCase() && (storeId === undefined || Number(storeId) === store);
  });
