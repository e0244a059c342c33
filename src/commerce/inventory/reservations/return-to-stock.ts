import type { Db } from "../../../platform/db/database.js";
import { zeroQuantity, type Quantity } from "../../../platform/money/amount.js";
import { add, isPositive, min, subtract } from "../../../platform/money/arithmetic.js";
import { globalScope, readSettings } from "../../store/published.js";
import { readManagedKeys } from "../salability/salability.sql.js";
import { changeSources, readEnabledSources, lockSources } from "./change-sources.js";
import { appendReservations, beginEvent, readReserved } from "./reservations.sql.js";
import { takeByPriority, type TakenQuantity } from "./ship.js";
import type { SourceChange } from "./source-quantities.sql.js";
import { type StockEvent, type StockQuantity } from "./stock-event.js";
import { keyOf } from "../../../platform/db/models.js";

/** A refunded quantity of an order line. */
interface RefundedQuantity extends StockQuantity {
  /** Whether it goes back to stock. */
  readonly isReturned: boolean;
  /** Units that the line itself still has reserved; other lines can have reserved the same SKU. */
  readonly reserved: Quantity;
  /** Invoiced units of the line that were not shipped. They are refunded first. */
  readonly unshipped: Quantity;
  /** Quantities that left each source and were not returned yet. */
  readonly shipped: readonly Omit<TakenQuantity, "sku">[];
}

export interface RefundedStock {
  readonly stockId: number;
  readonly items: readonly RefundedQuantity[];
}

/** Units of a line that go back to each source. */
export type ReturnedUnits = readonly Omit<TakenQuantity, "sku">[];

/**
 * Returns refunded quantities, and ends the reservations of as many units. Units that were not shipped come first: if they
 * do not go back to stock, they are deducted from the sources by priority. Other units that go back to stock return to the
 * sources that they left. Returns the units that went back, per line.
 */
export async function returnToStock(
  db: Db,
  event: StockEvent,
  { stockId, items }: RefundedStock,
): Promise<readonly ReturnedUnits[]> {
  const keys = [...new Set(items.map(({ sku }) => keyOf(sku)))];
  return db.transaction(async (tx) => {
    if (!(await beginEvent(tx, event, { stockId, keys }))) return items.map(() => []);
    const { released, lost, returned } = divide(items, await readReserved(tx, event, { stockId, keys }));
    const managed = await readManagedKeys(tx, keys);
    const back = returned.flat().filter(({ sku }) => managed.has(keyOf(sku)));
    const wanted = new Map([...lost].filter(([key]) => managed.has(key)));
    const enabled = await readEnabledSources(tx, stockId);
    const codes = [...new Set([...enabled, ...back.map(({ source }) => source)])];
    const setsInStock = await readCanBackInStock(tx);
    const changed = [...new Set([...wanted.keys(), ...back.map(({ sku }) => keyOf(sku))])];
    const locked = await lockSources(tx, { keys: changed, codes });
    const usable = locked.rows.filter(({ source_code: code }) => enabled.includes(code));
    await changeSources(tx, locked, [
      ...takeByPriority(usable, wanted).taken,
      ...back.map((change) => ({ ...change, setsInStock })),
    ]);
    await appendReservations(tx, event, { stockId, rows: released });
    return returned.map((changes) => changes.map(({ source, quantity }) => ({ source, quantity })));
  });
}

interface Division {
  readonly released: StockQuantity[];
  /** Units that were neither shipped nor go back to stock, by SKU in lower case. */
  readonly lost: Map<string, Quantity>;
  /** Units that go back, per line. */
  readonly returned: SourceChange[][];
}

function divide(items: readonly RefundedQuantity[], held: ReadonlyMap<string, Quantity>): Division {
  const left = new Map(held);
  const released = new Map<string, StockQuantity>();
  const lost = new Map<string, Quantity>();
  const returned: SourceChange[][] = [];
  for (const { sku, quantity, isReturned, reserved, unshipped, shipped } of items) {
    const key = keyOf(sku);
    const ended = min(quantity, reserved, left.get(key) ?? zeroQuantity);
    left.set(key, subtract(left.get(key) ?? zeroQuantity, ended));
    released.set(key, { sku, quantity: add(released.get(key)?.quantity ?? zeroQuantity, ended) });
    const kept = min(ended, unshipped);
    returned.push(isReturned ? returnToSources(sku, subtract(quantity, kept), shipped) : []);
    if (!isReturned) lost.set(key, add(lost.get(key) ?? zeroQuantity, kept));
  }
  return { released: [...released.values()].filter(({ quantity }) => isPositive(quantity)), lost, returned };
}

/** Returns the changes that put units back to the sources that they left, to each at most as many as left it. */
function returnToSources(sku: string, units: Quantity, shipped: RefundedQuantity["shipped"]): SourceChange[] {
  let left = units;
  const changes: SourceChange[] = [];
  for (const { source, quantity } of shipped) {
    const returned = min(quantity, left);
    if (isPositive(returned)) changes.push({ source, sku, quantity: returned });
    left = subtract(left, returned);
  }
  return changes;
}

const canBackInStock = "cataloginventory/options/can_back_in_stock";

async function readCanBackInStock(db: Db): Promise<boolean> {
  const settings = await readSettings(db, [canBackInStock]);
  return settings.isOn(canBackInStock, globalScope);
}
