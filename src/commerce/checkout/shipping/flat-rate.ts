import type { ShippingRequest } from "../../cart/published.js";
import { asRatio, type Quantity, zero } from "../../../platform/money/amount.js";
import { isLess, max, multiply, subtract } from "../../../platform/money/arithmetic.js";
import { zeroQuantity } from "../../../platform/money/amount.js";
import type { Carrier, CarrierInput } from "./carrier.js";
import { settingAmount, withHandlingFee } from "../setting-amounts.js";

/** A fixed price per shipped unit or for the whole order. */
export const flatRate: Carrier = {
  code: "flatrate",
  prepare:
    ({ setting }) =>
    (request) => [{ code: "flatrate", title: setting("name"), price: priceOf(request, setting) }],
};

function priceOf(request: ShippingRequest, setting: CarrierInput["setting"]) {
  if (isShippedFree(request)) return zero;
  const units = unitsOf(setting("type"), request);
  return withHandlingFee(multiply(settingAmount(setting("price")), units), setting);
}

/** Returns the number of prices to charge: one per unit that is not free, or one for the order. */
function unitsOf(type: string, { qty, freeQty }: ShippingRequest) {
  if (type === "I") return max<Quantity>(subtract(qty, freeQty), zeroQuantity);
  return asRatio(type === "O" ? 1 : 0);
}

/** Whether rules ship every unit free. */
export const isShippedFree = ({ qty, freeQty }: ShippingRequest): boolean => !isLess(freeQty, qty);
