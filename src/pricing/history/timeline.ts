import type { PriceRow } from "./prices-as-of.sql.js";

/** What a scope held before a change; without a time, what it holds now. */
export interface TimelineRow extends PriceRow {
  /** ISO 8601 in UTC; null for what is stored now. */
  readonly changed_at: string | null;
  /** Names the transaction that made the change. */
  readonly made_in: string | null;
}

/** The prices of a product from a time on. */
export interface PriceState {
  /** Milliseconds since 1970, or -Infinity. */
  readonly from: number;
  readonly prices: readonly PriceRow[];
}

/** Returns the prices of a product over time, the oldest first: what is stored now and the changes, in their order. */
export function statesOf(rows: readonly TimelineRow[]): PriceState[] {
  const changes = rows.filter(({ changed_at }) => changed_at !== null);
  const prices = new Map(rows.filter(({ changed_at }) => changed_at === null).map((row) => [scopeOf(row), row]));
  const states: PriceState[] = [];
  let next: TimelineRow | undefined;
  for (const change of changes.reverse()) {
    // Nobody saw the prices between two changes of one transaction.
    if (!next || !isSameTransaction(change, next)) states.push({ from: timeOf(change), prices: [...prices.values()] });
    if (isNothing(change)) prices.delete(scopeOf(change));
    else prices.set(scopeOf(change), change);
    next = change;
  }
  states.push({ from: -Infinity, prices: [...prices.values()] });
  return states.reverse();
}

const scopeOf = ({ kind, store_id, website_id, customer_group_id, quantity }: PriceRow): string =>
  [kind, store_id, website_id, customer_group_id, quantity].join(" ");

const timeOf = ({ changed_at }: TimelineRow): number => Date.parse(changed_at ?? "");

/** Longer than a transaction lasts: names of transactions come again, such as after a backup was restored. */
const longestTransaction = 60_000;

const isSameTransaction = (earlier: TimelineRow, later: TimelineRow): boolean =>
  earlier.made_in === later.made_in && timeOf(later) - timeOf(earlier) < longestTransaction;

const isNothing = ({ price, price_from, price_to }: PriceRow): boolean =>
  price === null && price_from === null && price_to === null;
