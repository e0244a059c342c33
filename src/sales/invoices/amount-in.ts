import { type Amount, asAmount } from "../../money/amount.js";
import type { ItemRow, OrderColumns } from "../orders/orders.rows.js";

/** The values of an order that the amounts of its invoices depend on. */
export type InvoiceableOrder = OrderColumns & { readonly items: readonly ItemRow[] };

/** Prefix of the columns in one currency: that of the order, or the base currency. */
export type CurrencyPrefix = "" | "base_";

/** Returns the amount in a column in one currency; 0 if there is none. */
export const amountIn = (of: object, prefix: CurrencyPrefix, name: string): Amount =>
  asAmount((Reflect.get(of, prefix + name) as string | null | undefined) ?? 0);
