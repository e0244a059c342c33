import type { Db } from "../../db/database.js";
import { asQuantity, noPieces, type Quantity } from "../../money/amount.js";
import { add, isPositive, isZero, negate } from "../../money/arithmetic.js";
import { readStock } from "../stocks/stocks.rows.js";
import { appendCompensations, type OrderReservation, readOrderReservations } from "./compensations.sql.js";

/** Knows what orders still need. */
export interface OpenOrders {
  /**
   * Returns what is still to be shipped, or invoiced, of the orders by number: nothing of complete, closed and canceled
   * ones. Unknown orders are left out.
   */
  readonly readOpen: (db: Db, orders: readonly string[]) => Promise<ReadonlyMap<string, readonly OrderReservation[]>>;
}

/** How reservations are looked through. */
export interface Bunches {
  /** Orders to look at with one statement. */
  readonly bunchSize: number;
  /** Only orders that need nothing any more, or only the others. */
  readonly only?: "complete" | "incomplete" | undefined;
}

/** What a compensation would have to add. */
export type Compensation = OrderReservation;

/**
 * Finds reservations that do not agree with their orders, some orders at a time, and yields what would compensate for them:
 * what an order still needs of a SKU, and what is reserved for it, must sum to zero. Of an unknown order only what it gave
 * back beyond what it had reserved is certain to be wrong. With `only`, those of finished or of unfinished orders.
 */
export async function* findInconsistencies(
  db: Db,
  { readOpen }: OpenOrders,
  { bunchSize, only }: Bunches,
): AsyncGenerator<Compensation> {
  let after = "";
  for (;;) {
    const rows = await readOrderReservations(db, after, bunchSize);
    const last = rows.at(-1);
    if (!last) return;
    after = last.order;
    const open = await readOpen(db, [...new Set(rows.map(({ order }) => order))]);
    const isWanted = (order: string) => only === undefined || (open.get(order)?.length === 0) === (only === "complete");
    yield* rows.filter(({ order }) => isWanted(order)).flatMap((row) => compensationFor(row, open.get(row.order)));
  }
}

function compensationFor(row: OrderReservation, open: readonly OrderReservation[] | undefined): Compensation[] {
  if (!open) return isPositive(row.quantity) ? [{ ...row, quantity: negate(row.quantity) }] : [];
  const needed = open.find(
    ({ sku, stockId }) => sku.toLowerCase() === row.sku.toLowerCase() && stockId === row.stockId,
  );
  const difference = add(row.quantity, needed?.quantity ?? noPieces);
  return isZero(difference) ? [] : [{ ...row, quantity: negate(difference) }];
}

/** `ORDER:SKU:QUANTITY:STOCK`; SKUs may have colons. */
const line = /^([^:\s][^:]*):(.+):([+-]?\d{1,8}(?:\.\d{1,6})?):(\d{1,9})$/;

/** Reads a compensation as `list-inconsistencies` writes it; undefined where it is none. */
export function parseCompensation(text: string): Compensation | undefined {
  const [, order, sku, quantity, stockId] = line.exec(text.trim()) ?? [];
  if (order === undefined || sku === undefined || quantity === undefined) return undefined;
  return { order, sku, quantity: asQuantity(quantity), stockId: Number(stockId) };
}

/** Writes a compensation so that `create-compensations` can read it. */
export const rawCompensation = ({ order, sku, quantity, stockId }: Compensation): string =>
  [order, sku, signedQuantity(quantity), stockId].join(":");

/** Writes a quantity as Magento's messages do: with a sign and six decimals. */
export const signedQuantity = (quantity: Quantity): string =>
  `${isPositive(quantity) || isZero(quantity) ? "+" : ""}${Number(quantity).toFixed(6)}`;

/** Appends compensations, all or none. Throws for an unknown stock. */
export async function createCompensations(db: Db, compensations: readonly Compensation[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const stockId of new Set(compensations.map((one) => one.stockId))) {
      if (!(await readStock(tx, stockId))) throw new Error(`Stock ${stockId} does not exist.`);
    }
    await appendCompensations(tx, compensations);
  });
}
