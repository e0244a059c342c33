import { inputError } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { zeroQuantity, type Quantity } from "../../../platform/money/amount.js";
import { isPositive, max, min, negate } from "../../../platform/money/arithmetic.js";
import { phpText } from "../../../platform/money/format.js";
import { salabilityErrors } from "../salability/requested-quantity.js";
import { requireOwnStock } from "../salability/salability.js";
import { readSaleFacts, type SaleFacts } from "../salability/salability.sql.js";
import { recordLowStock } from "./low-stock-events.js";
import { appendReservations, beginEvent, lockReserved, readReserved, recordNewEvent } from "./reservations.sql.js";
import { type StockChange, type StockEvent, type StockQuantity, sumBySku } from "./stock-event.js";
import { keyOf } from "../../../platform/db/models.js";

/**
 * Reserves quantities for an order, all or none. The check and the reservation run in one transaction that locks each SKU,
 * so that nothing is sold twice. Products whose stock is not managed are not reserved. Throws 400 for the first SKU that
 * cannot be sold, with the last reason; the parameters are the SKU and its salable quantity. `locked` is the stock that a
 * new order has locked before. Without it, an event that was recorded before reserves nothing.
 */
export async function reserve(
  db: Db,
  event: StockEvent,
  { stockId, items, locked }: StockChange & { readonly locked?: LockedStock },
): Promise<void> {
  const wanted = sumBySku(items);
  await db.transaction(async (tx) => {
    const facts = locked ?? (await lockForEvent(tx, event, { stockId, keys: [...wanted.keys()] }));
    if (!facts) return;
    if (locked) await recordNewEvent(tx, event);
    const rows = [...wanted].flatMap(([key, item]) => reservationOf(item, requireOwnStock(facts.get(key)), stockId));
    await appendReservations(tx, event, { stockId, rows });
    await recordLowStock(tx, stockId, { facts, rows });
  });
}

function reservationOf({ quantity }: StockQuantity, facts: SaleFacts, stockId: number): StockQuantity[] {
  const reason = salabilityErrors(facts, stockId, quantity).at(-1);
  if (reason) {
    throw inputError(reason.message, { sku: facts.sku, salable_quantity: phpText(max(facts.quantity, zeroQuantity)) });
  }
  return facts.is_managed && facts.can_subtract ? [{ sku: facts.sku, quantity: negate(quantity) }] : [];
}

/** Salability of locked SKUs, by SKU in lower case. */
export type LockedStock = ReadonlyMap<string, SaleFacts>;

/**
 * Locks the stock of SKUs until the transaction ends, and returns their salability. Used for an order whose number is
 * drawn before it reserves: stock is locked before numbers, so that two orders never deadlock.
 */
export async function lockStock(db: Db, { stockId, items }: StockChange): Promise<LockedStock> {
  const keys = [...sumBySku(items).keys()];
  if (keys.length === 0) return new Map();
  const [, facts] = await Promise.all([lockReserved(db, { stockId, keys }), readSaleFacts(db, stockId, keys)]);
  return facts;
}

/** Records an event and locks the stock of its SKUs. Returns undefined if the event was recorded before. */
async function lockForEvent(
  db: Db,
  event: StockEvent,
  { stockId, keys }: { readonly stockId: number; readonly keys: readonly string[] },
): Promise<LockedStock | undefined> {
  const [isNew, facts] = await Promise.all([
    beginEvent(db, event, { stockId, keys }),
    readSaleFacts(db, stockId, keys),
  ]);
  return isNew ? facts : undefined;
}

/** Releases quantities of an order, for example when it is canceled: at most the quantities that it still has reserved. */
export async function release(db: Db, event: StockEvent, { stockId, items }: StockChange): Promise<void> {
  const given = sumBySku(items);
  const keys = [...given.keys()];
  await db.transaction(async (tx) => {
    if (!(await beginEvent(tx, event, { stockId, keys }))) return;
    const held = await readReserved(tx, event, { stockId, keys });
    await appendReservations(tx, event, { stockId, rows: reservedPartOf([...given.values()], held) });
  });
}

/** Returns the part of each quantity that is reserved, without those of which nothing is reserved. */
export const reservedPartOf = (
  items: Iterable<StockQuantity>,
  held: ReadonlyMap<string, Quantity>,
): readonly StockQuantity[] =>
  [...items]
    .map(({ sku, quantity }) => ({ sku, quantity: min(quantity, held.get(keyOf(sku)) ?? zeroQuantity) }))
    .filter(({ quantity }) => isPositive(quantity));
