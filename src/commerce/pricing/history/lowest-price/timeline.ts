import type { PriceRow } from "../as-of/prices-as-of.sql.js";

/** The price of a scope before a change, or its stored price. */
export interface TimelineRow extends PriceRow {
  /** Time of the change, ISO 8601 in UTC; null for a stored price. */
  readonly changed_at: string | null;
  /** Identifies the transaction that made the change. */
  readonly made_in: string | null;
}

/** The prices of a product from a time on. */
export interface PriceState {
  /** Milliseconds since 1970, or -Infinity. */
  readonly from: number;
  readonly prices: readonly PriceRow[];
}

/** Returns the prices of a product over time, the oldest first. The rows are its stored prices, and its changes in order. */
export function statesOf(rows: readonly TimelineRow[]): PriceState[] {
  const changes = rows.filter(({ changed_at }) => changed_at !== null);
  const prices = new Map(rows.filter(({ changed_at }) => changed_at === null).map((row) => [scopeOf(row), row]));
  const states: PriceState[] = [];
  let next: TimelineRow | undefined;
  for (const change of changes.reverse()) {
    // The prices between two changes of one transaction were never visible.
    if (!next || !isSameTransaction(change, next)) states.push({ from: timeOf(change), prices: [...prices.values()] });
    if (isEmptyPrice(change)) prices.delete(scopeOf(change));
    else prices.set(scopeOf(change), change);
    next = change;
  }
  states.push({ from: -Infinity, prices: [...prices.values()] });
  return states.reverse();
}

const scopeOf = ({ kind, store_id, website_id, customer_group_id, quantity }: PriceRow): string =>
  [kind, store_id, website_id, customer_group_id, quantity].join(" ");

const timeOf = ({ changed_at }: TimelineRow): number => Date.parse(changed_at ?? "");

/** Longer than any transaction lasts. Transaction ids can occur again, for example after a backup was restored. */
const maxTransactionTime = 60_000;

const isSameTransaction = (earlier: TimelineRow, later: TimelineRow): boolean =>
  earlier.made_in === later.made_in && timeOf(later) - timeOf(earlier) < maxTransactionTime;

const isEmptyPrice = ({ price, price_from, price_to }: PriceRow): boolean =>
  price === null && price_from === null && price_to === null;

/** Groups rows by their product, in their order. */
export function byProduct<Row extends { readonly product_id: number }>(
  rows: readonly Row[],
): ReadonlyMap<number, readonly Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.product_id);
    if (group) group.push(row);
    else groups.set(row.product_id, [row]);
  }
  return groups;
}
