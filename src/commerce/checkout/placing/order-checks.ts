import type { Context } from "../../../api/call/context.js";
import { addressOf, type CartState, type Totals } from "../../cart/published.js";

/** An order before its payment is authorized. Amounts and quantities are decimals as text, amounts in base currency. */
export interface OrderToPlace {
  readonly cartId: number;
  readonly storeId: number;
  /** Null for a guest. */
  readonly customerId: number | null;
  readonly email: string | null;
  readonly lines: readonly { readonly sku: string; readonly qty: string; readonly rowTotal: string }[];
  readonly shippingMethod: string | null;
  readonly shippingCountryId: string | null;
  readonly paymentMethod: string | null;
  readonly grandTotal: string;
  readonly currency: string;
}

/** Further rules of orders that shoppers place, besides those of the contract. Throws 400 for an order that breaks one. */
export type OrderChecks = (ctx: Context, order: OrderToPlace) => Promise<void>;

/** Returns the order of a cart for the checks. */
export function orderToPlace(cart: CartState, { lines, base }: Pick<Totals, "lines" | "base">): OrderToPlace {
  const totals = new Map(lines.map((line) => [line.itemId, line]));
  const [billing, shipping] = [addressOf(cart, "billing"), addressOf(cart, "shipping")];
  return {
    cartId: cart.id,
    storeId: cart.store_id,
    customerId: cart.customer_id,
    email: cart.customer_email ?? billing?.email ?? null,
    lines: cart.items
      .filter(({ parent_item_id }) => parent_item_id === null)
      .map(({ item_id, sku, qty }) => ({ sku, qty, rowTotal: totals.get(item_id)?.base.rowTotal ?? "0" })),
    shippingMethod: shipping?.shipping_method ?? null,
    shippingCountryId: shipping?.country_id ?? null,
    paymentMethod: cart.payment_method,
    grandTotal: base.grandTotal,
    currency: cart.base_currency_code,
  };
}
