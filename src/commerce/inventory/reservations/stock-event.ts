import type { Quantity } from "../../../platform/money/amount.js";
import { add } from "../../../platform/money/arithmetic.js";
import { keyOf } from "../../../platform/db/models.js";

/** An event of an order that changes stock. It is applied once, however often it is reported. */
export interface StockEvent {
  readonly type: "order_placed" | "order_canceled" | "shipment_created" | "invoice_created" | "creditmemo_created";
  readonly orderId: number;
  readonly orderIncrementId: string;
  /** Id of the shipment, invoice or credit memo; absent for events of the order itself. */
  readonly documentId?: number;
  /** Whether the event concerns the rest of an order that was canceled in part before. */
  readonly isRest?: boolean;
}

/** Returns the key that distinguishes events of one type for the same order. */
export const documentKey = ({ documentId, isRest = false }: StockEvent): string =>
  documentId === undefined ? (isRest ? "rest" : "") : String(documentId);

/**
 * A quantity of a product with stock of its own; for a composite product, one for each of its parts. The SKU is the
 * current one of the product, case-insensitive, because reservations follow a product to another SKU.
 */
export interface StockQuantity {
  readonly sku: string;
  readonly quantity: Quantity;
}

/** Quantities of an event in the stock of the order's website. */
export interface StockChange {
  readonly stockId: number;
  readonly items: readonly StockQuantity[];
}

/** Type of the objects that own reservations. */
export const orderType = "order";

/** Sums the quantities of equal SKUs. Returns them by SKU in lower case, in the order of first occurrence. */
export function sumBySku(items: readonly StockQuantity[]): ReadonlyMap<string, StockQuantity> {
  const sums = new Map<string, StockQuantity>();
  for (const { sku, quantity } of items) {
    const key = keyOf(sku);
    const before = sums.get(key);
    sums.set(key, before ? { sku: before.sku, quantity: add(before.quantity, quantity) } : { sku, quantity });
  }
  return sums;
}
