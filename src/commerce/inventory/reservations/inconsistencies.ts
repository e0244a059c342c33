import type { Db } from "../../../platform/db/database.js";
import { zeroQuantity, type Quantity } from "../../../platform/money/amount.js";
import { add, isPositive, isZero, negate } from "../../../platform/money/arithmetic.js";
import { fitUnrounded, reservationColumn } from "../../../platform/money/columns.js";
import { formatFixed } from "../../../platform/money/format.js";
import { readStock } from "../stocks/stocks.rows.js";
import {
  appendCompensations,
  type OrderReservation,
  readOrderReservations,
  removeSettledReservations,
} from "./compensations.sql.js";
import type { Kernel } from "../../../api/call/kernel.js";
import { Recurring } from "../../../platform/process/recurring.js";
import { keyOf } from "../../../platform/db/models.js";

/** Reads the quantities that orders still need. */
export interface OpenOrders {
  /**
   * Returns the quantities still to be shipped or, for virtual products, invoiced, by order number; none for complete,
   * closed and canceled orders. Unknown orders are left out.
   */
  readonly readOpen: (db: Db, orders: readonly string[]) => Promise<ReadonlyMap<string, readonly OrderReservation[]>>;
}

/** Options of the search for inconsistencies. */
export interface InconsistencyOptions {
  /** Number of orders to check with one statement. */
  readonly bunchSize: number;
  /** Checks only finished orders, or only unfinished ones; by default all. */
  readonly only?: "complete" | "incomplete" | undefined;
}

/** A reservation to add. */
export type Compensation = OrderReservation;

/**
 * Finds reservations that do not match their orders, in batches of orders, and yields the compensations: the quantity that
 * an order still needs of a SKU and the quantity reserved for it must sum to zero. For an unknown order, only a positive
 * sum is certain to be wrong, because the order gave back more than it had reserved. `only` restricts the search to
 * finished or unfinished orders.
 */
export async function* findInconsistencies(
  db: Db,
  { readOpen }: OpenOrders,
  { bunchSize, only }: InconsistencyOptions,
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
  const needed = open.find(({ sku, stockId }) => keyOf(sku) === keyOf(row.sku) && stockId === row.stockId);
  const difference = add(row.quantity, needed?.quantity ?? zeroQuantity);
  return isZero(difference) ? [] : [{ ...row, quantity: negate(difference) }];
}

/** `ORDER:SKU:QUANTITY:STOCK`; SKUs may have colons. */
const line = /^([^:\s][^:]*):(.+):([+-]?[\d.]+):(\d{1,9})$/;

/** Parses a compensation as printed by `list-inconsistencies`. Returns undefined for any other text. */
export function parseCompensation(text: string): Compensation | undefined {
  const [, order, sku, sent, stockId] = line.exec(text.trim()) ?? [];
  const quantity = fitUnrounded(sent, reservationColumn);
  if (order === undefined || sku === undefined || quantity === undefined) return undefined;
  return { order, sku, quantity, stockId: Number(stockId) };
}

/** Formats a compensation as input for `create-compensations`. */
export const rawCompensation = ({ order, sku, quantity, stockId }: Compensation): string =>
  [order, sku, signedQuantity(quantity), stockId].join(":");

/** Formats a quantity as Magento's messages do: with a sign and six decimal places. */
export const signedQuantity = (quantity: Quantity): string =>
  `${isPositive(quantity) || isZero(quantity) ? "+" : ""}${formatFixed(quantity, 6)}`;

/** Appends compensations, all or none. Throws for an unknown stock. */
export async function createCompensations(db: Db, compensations: readonly Compensation[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const stockId of new Set(compensations.map((one) => one.stockId))) {
      if (!(await readStock(tx, stockId))) throw new Error(`Stock ${stockId} does not exist.`);
    }
    await appendCompensations(tx, compensations);
  });
}

/** Milliseconds between two cleanups: a day. */
const pause = 86_400_000;

/** Deletes reservations that sum to zero, per order, SKU and stock, once a day. Several processes can run it at once. */
export const reservationCleanup = ({ db, log }: Pick<Kernel, "db" | "log">): Recurring =>
  new Recurring(() => removeSettledReservations(db), {
    pause,
    onError: (error) => log.warn({ err: error }, "failed to remove settled reservations, will retry in a day"),
  });
