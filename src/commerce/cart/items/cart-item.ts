import type { Context } from "../../../api/call/context.js";
import type { CartLine, CartState } from "../state/cart-state.rows.js";
import type { CartItem } from "./items.types.js";
import type { ProductOptionExtension } from "../options/product-option.types.js";
import type { LineDiscount, LineTotals } from "../totals/totals.js";
import { cartIdFor } from "../ownership/whose-cart.js";

/** Returns the id of a cart as the caller knows it, as text. */
export const quoteIdFor = ({ actor }: Pick<Context, "actor">, cart: Pick<CartState, "id" | "mask">): string =>
  String(cartIdFor(actor, cart));

/** Returns the visible lines of a cart. Their discounts are shown only when a line is changed. */
export const visibleItems = (cart: CartState, quoteId: string): CartItem[] =>
  cart.items.filter(({ parent_item_id }) => parent_item_id === null).map((line) => cartItem(line, { quoteId }));

/** Returns a line in the shape of the API, with its discounts if its totals are given. */
export function cartItem(
  line: CartLine,
  { quoteId, totals }: { readonly quoteId: string; readonly totals?: LineTotals | undefined },
): CartItem {
  const discounts = totals?.discounts ?? [];
  const options = line.options as ProductOptionExtension;
  return {
    item_id: line.item_id,
    sku: line.sku,
    qty: line.qty,
    name: line.name,
    price: line.price,
    product_type: line.product_type,
    quote_id: quoteId,
    ...(Object.keys(options).length > 0 ? { product_option: { extension_attributes: options } } : {}),
    ...(discounts.length > 0 ? { extension_attributes: { discounts: discounts.map(ruleDiscount) } } : {}),
  };
}

const ruleDiscount = ({ ruleId, label, amount, original }: LineDiscount) => ({
  discount_data: {
    amount: amount.quote,
    base_amount: amount.base,
    original_amount: original.quote,
    base_original_amount: original.base,
  },
  rule_label: label,
  rule_i_d: ruleId,
});
