import type { Quantity } from "../../money/amount.js";
import { add } from "../../money/arithmetic.js";

/** An event of an order that changes stock. It counts once, however often it is reported. */
export interface StockEvent {
  readonly type: "order_placed" | "order_canceled" | "shipment_created" | "invoice_created" | "creditmemo_created";
  readonly orderId: number;
  readonly orderIncrementId: string;
  /** Id of the shipment, invoice or credit memo that the event is of; absent for events of the order itself. */
  readonly documentId?: number;
  /** Whether a part of the order had the same event before: what is left of an order can be canceled again. */
  readonly isRest?: boolean;
}

/** Returns what tells an event from the others of its type for the same order. */
export const documentKey = ({ documentId, isRest = false }: StockEvent): string =>
  documentId === undefined ? (isRest ? "rest" : "") : String(documentId);

/**
 * A quantity of a product that holds stock itself, of a composite product of each of its parts; by the SKU that it has now, in
 * any case, since reservations follow a product to another SKU.
 */
export interface StockQuantity {
  readonly sku: string;
  readonly quantity: Quantity;
}

/** What an event changes in a stock, that of the order's website. */
export interface StockChange {
  readonly stockId: number;
  readonly items: readonly StockQuantity[];
}

/** Type of the objects that reservations are for. */
export const orderType = "order";

/** Adds the quantities of equal SKUs. Returns them by SKU in lower case, in the order of the first of each. */
export function sumBySku(items: readonly StockQuantity[]): ReadonlyMap<string, StockQuantity> {
  const sums = new Map<string, StockQuantity>();
  for (const { sku, quantity } of items) {
    const key = sku.toLowerCase();
    const before = sums.get(key);
    sums.set(key, before ? { sku: before.sku, quantity: add(before.quantity, quantity) } : { sku, quantity });
  }
  return sums;
}
