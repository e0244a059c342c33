import { invalid } from "../../../api/call/errors.js";
import type { GraphArguments } from "../../../api/contract/graph.js";
import type { Quantity } from "../../../platform/money/amount.js";
import { isPositive } from "../../../platform/money/arithmetic.js";
import { toQuantity } from "../../../platform/money/columns.js";

/** The arguments of an edge that returns prices of one unit: who would buy it, and how many units. */
export const shopperArguments = {
  customerGroupId: { type: "Int!", defaultValue: 0, description: "Id of the shopper's group; 0 for guests." },
  quantity: { type: "Decimal", description: "Units in the cart, above 0. Default: 1." },
} as const;

/** Returns the values of `shopperArguments`. Throws 400 for a quantity that is not above 0. */
export function shopperOf({ customerGroupId, quantity }: GraphArguments): {
  readonly groupId: number;
  readonly qty: Quantity;
} {
  const qty = toQuantity(String(quantity ?? 1));
  if (qty === undefined || !isPositive(qty)) throw invalid("quantity", String(quantity));
  return { groupId: Number(customerGroupId), qty };
}
