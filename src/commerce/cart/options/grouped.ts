import { inputError } from "../../../api/call/errors.js";
import type { SoldProduct } from "../../catalog/published.sale.js";
import { asQuantity, zeroQuantity, type Quantity } from "../../../platform/money/amount.js";
import { isPositive, multiply } from "../../../platform/money/arithmetic.js";
import { lineQuantity } from "../items/line-quantity.js";
import type { ChosenGroupMember } from "./product-option.types.js";

const incomplete = () => inputError("Please specify id and qty for grouped options.");

/** A member of a grouped product with its quantity. */
export interface WantedMember {
  readonly productId: number;
  readonly qty: Quantity;
}

/**
 * Returns the members of a grouped product to add. A member that is not sent gets its default quantity. If no member is
 * sent, the default quantities are multiplied by the quantity of the product.
 */
export function wantedMembers(
  { members }: SoldProduct,
  given: readonly ChosenGroupMember[],
  qty: Quantity,
): WantedMember[] {
  const named = new Map(given.map((each) => [idOf(each), quantityOf(each)]));
  const offered = members ?? [];
  if ([...named.keys()].some((id) => !offered.some(({ product_id }) => product_id === id))) throw incomplete();
  const wanted = offered.map(({ product_id: productId, qty: usual }) => {
    const byDefault = asQuantity(usual ?? 0);
    return { productId, qty: named.get(productId) ?? (given.length > 0 ? byDefault : multiply(byDefault, qty)) };
  });
  const some = wanted.filter((member) => isPositive(member.qty));
  if (some.length === 0) throw inputError("Please specify the quantity of product(s).");
  return some;
}

function idOf({ id }: ChosenGroupMember): number {
  if (id == null) throw incomplete();
  return id;
}

function quantityOf({ qty }: ChosenGroupMember): Quantity {
  if (qty == null) throw incomplete();
  const counted = lineQuantity(qty);
  return isPositive(counted) ? counted : zeroQuantity;
}
