import { inputError } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import type { Quantity } from "../../../platform/money/amount.js";
import { add, isLess, isPositive, negate } from "../../../platform/money/arithmetic.js";
import { readManagedKeys } from "../salability/salability.sql.js";
import { selectSources } from "../source-selection/select-sources.js";
import { readUsualSource } from "../stocks/sales-channels.rows.js";
import { changeSources, readEnabledSources, lockSources } from "./change-sources.js";
import { appendReservations, beginEvent, readReserved } from "./reservations.sql.js";
import { reservedPartOf } from "./reserve.js";
import type { LockedSourceItem, SourceChange } from "./source-quantities.sql.js";
import { type StockChange, type StockEvent, type StockQuantity, sumBySku } from "./stock-event.js";
import { keyOf } from "../../../platform/db/models.js";

export interface ShippedStock extends StockChange {
  /**
   * Code of the source to ship from. By default the source of the stock if there is exactly one, otherwise the default
   * source.
   */
  readonly source?: string | undefined;
}

/**
 * Takes shipped quantities from a source and ends their reservations. Nothing is taken of products whose stock is not
 * managed. Returns the code of the source. Throws 400 if the source has too little, even if backorders are allowed.
 */
export async function ship(db: Db, event: StockEvent, { stockId, items, source }: ShippedStock): Promise<string> {
  const shipped = sumBySku(items);
  return db.transaction(async (tx) => {
    const code = source ?? (await readUsualSource(tx, stockId));
    await endReservations(tx, event, {
      ...{ stockId, shipped, codes: [code] },
      plan: (rows, managed) =>
        [...shipped].filter(([key]) => managed.has(key)).map(([, item]) => deduction(item, code, rows)),
    });
    return code;
  });
}

const skuKeyOf = ({ sku }: StockQuantity) => keyOf(sku);

function deduction(item: StockQuantity, code: string, rows: readonly LockedSourceItem[]): SourceChange {
  const row = rows.find(({ sku_key: key }) => key === skuKeyOf(item));
  if (!row) throw inputError("Source item not found by source code: %1 and sku: %2.", [code, item.sku]);
  if (isLess(row.quantity, item.quantity)) {
    throw inputError("Not all of your products are available in the requested quantity.");
  }
  return { source: row.source_code, sku: item.sku, quantity: negate(item.quantity) };
}

/** A quantity that left a source. */
export interface TakenQuantity extends StockQuantity {
  readonly source: string;
}

/**
 * Takes invoiced quantities of products that are not shipped from the sources of a stock by priority, and ends their
 * reservations. Backordered quantities that no source has are taken from the first source, which then has a negative
 * quantity. Returns the quantities taken from each source.
 */
export async function deliver(db: Db, event: StockEvent, { stockId, items }: StockChange): Promise<TakenQuantity[]> {
  const shipped = sumBySku(items);
  return db.transaction(async (tx) => {
    const changes = await endReservations(tx, event, {
      ...{ stockId, shipped, codes: await readEnabledSources(tx, stockId) },
      plan: (rows, managed) => {
        const wanted = [...shipped].filter(([key]) => managed.has(key));
        return takeAll(rows, new Map(wanted.map(([key, item]) => [key, item.quantity])));
      },
    });
    return changes.map(({ quantity, ...change }) => ({ ...change, quantity: negate(quantity) }));
  });
}

function takeAll(rows: readonly LockedSourceItem[], wanted: ReadonlyMap<string, Quantity>): SourceChange[] {
  const { taken, missing } = takeByPriority(rows, wanted);
  for (const [key, quantity] of missing) {
    const first =
      rows.find((row) => row.sku_key === key && row.status === 1) ?? rows.find((row) => row.sku_key === key);
    if (!first || !isPositive(quantity)) continue;
    const before = taken.find((change) => change.source === first.source_code && change.sku === first.sku);
    if (before) taken.splice(taken.indexOf(before), 1);
    const sum = before ? add(before.quantity, negate(quantity)) : negate(quantity);
    taken.push({ source: first.source_code, sku: first.sku, quantity: sum });
  }
  return taken;
}

/** Takes quantities from rows in stock by priority, as far as they suffice. */
export function takeByPriority(rows: readonly LockedSourceItem[], wanted: ReadonlyMap<string, Quantity>) {
  const { items, missing } = selectSources(
    rows.filter(({ status }) => status === 1),
    wanted,
  );
  const taken = items
    .filter(({ toDeduct }) => isPositive(toDeduct))
    .map(({ source_code: source, sku, toDeduct }): SourceChange => ({ source, sku, quantity: negate(toDeduct) }));
  return { taken, missing };
}

interface EndedReservations {
  readonly stockId: number;
  readonly shipped: ReadonlyMap<string, StockQuantity>;
  /** Codes of the sources to take goods from. */
  readonly codes: readonly string[];
  /** Returns the changes at the sources, given the SKUs whose stock is managed, in lower case. */
  readonly plan: (rows: readonly LockedSourceItem[], managed: ReadonlySet<string>) => readonly SourceChange[];
}

/**
 * Applies an event once: changes the sources, and ends the order's reservations of the quantities. Reads and locks are
 * sent together. Returns the changes.
 */
async function endReservations(
  db: Db,
  event: StockEvent,
  { stockId, shipped, codes, plan }: EndedReservations,
): Promise<readonly SourceChange[]> {
  const keys = [...shipped.keys()];
  const [isNew, managed, held, locked] = await Promise.all([
    beginEvent(db, event, { stockId, keys }),
    readManagedKeys(db, keys),
    readReserved(db, event, { stockId, keys }),
    lockSources(db, { keys, codes }),
  ]);
  if (!isNew) return [];
  const changes = plan(locked.rows, managed);
  await changeSources(db, locked, changes);
  await appendReservations(db, event, { stockId, rows: reservedPartOf(shipped.values(), held) });
  return changes;
}
