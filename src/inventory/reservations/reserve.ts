import { inputError } from "../../call/errors.js";
import type { Db } from "../../db/database.js";
import { noPieces, type Quantity } from "../../money/amount.js";
import { isPositive, max, min, negate } from "../../money/arithmetic.js";
import { phpText } from "../../money/format.js";
import { salabilityErrors } from "../salability/requested-quantity.js";
import { heldOrThrow } from "../salability/salability.js";
import { readSaleFacts, type SaleFacts } from "../salability/salability.sql.js";
import { recordLowStock } from "./low-stock-events.js";
import { appendReservations, beginEvent, lockReserved, readHeld, recordNewEvent } from "./reservations.sql.js";
import { type StockChange, type StockEvent, type StockQuantity, sumBySku } from "./stock-event.js";

/**
 * Reserves quantities for an order, all or none. Check and reservation are one transaction under a lock of each SKU, so that
 * nothing is sold twice. Nothing is reserved of what is not managed. Throws a 400 with the last reason of the first SKU that
 * cannot be sold so, which the parameters name with what is left of it. `locked` is the stock if a new order has locked it before;
 * otherwise an event that has counted before reserves nothing.
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
    const rows = [...wanted].flatMap(([key, item]) => reservationOf(item, heldOrThrow(facts.get(key)), stockId));
    await appendReservations(tx, event, { stockId, rows });
    await recordLowStock(tx, stockId, { facts, rows });
  });
}

function reservationOf({ quantity }: StockQuantity, facts: SaleFacts, stockId: number): StockQuantity[] {
  const reason = salabilityErrors(facts, stockId, quantity).at(-1);
  if (reason) {
    throw inputError(reason.message, { sku: facts.sku, salable_quantity: phpText(max(facts.quantity, noPieces)) });
  }
  return facts.is_managed && facts.can_subtract ? [{ sku: facts.sku, quantity: negate(quantity) }] : [];
}

/** What can be sold of SKUs, by SKU in lower case, while they are locked. */
export type LockedStock = ReadonlyMap<string, SaleFacts>;

/**
 * Locks the stock of SKUs until the transaction ends, and reads what can be sold of it. For an order whose number is drawn before
 * it reserves: stock is locked before numbers, so that two orders never wait for each other.
 */
export async function lockStock(db: Db, { stockId, items }: StockChange): Promise<LockedStock> {
  const keys = [...sumBySku(items).keys()];
  if (keys.length === 0) return new Map();
  const [, facts] = await Promise.all([lockReserved(db, { stockId, keys }), readSaleFacts(db, stockId, keys)]);
  return facts;
}

/** Records an event and locks the stock of its SKUs. Returns undefined if the event has counted before. */
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

/** Gives quantities of an order back, for example when it is canceled: at most what the order still holds reserved. */
export async function release(db: Db, event: StockEvent, { stockId, items }: StockChange): Promise<void> {
  const given = sumBySku(items);
  const keys = [...given.keys()];
  await db.transaction(async (tx) => {
    if (!(await beginEvent(tx, event, { stockId, keys }))) return;
    const held = await readHeld(tx, event, { stockId, keys });
    await appendReservations(tx, event, { stockId, rows: heldPartOf([...given.values()], held) });
  });
}

/** Returns the part of the quantities that is held, without what is not held at all. */
export const heldPartOf = (
  items: Iterable<StockQuantity>,
  held: ReadonlyMap<string, Quantity>,
): readonly StockQuantity[] =>
  [...items]
    .map(({ sku, quantity }) => ({ sku, quantity: min(quantity, held.get(sku.toLowerCase()) ?? noPieces) }))
    .filter(({ quantity }) => isPositive(quantity));
