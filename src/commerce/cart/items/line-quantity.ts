import { inputError, invalid } from "../../../api/call/errors.js";
import type { DecimalText } from "../../../api/contract/scalars.js";
import { normalizeQuantity } from "../../inventory/published.salability.js";
import { asQuantity, type Quantity } from "../../../platform/money/amount.js";
import { isGreater, isPositive } from "../../../platform/money/arithmetic.js";

/** The maximum quantity of a line. */
const maxLineQuantity = asQuantity("99999999");

/** Returns a quantity rounded to four decimals, as lines store it. Throws 400 if it exceeds the maximum of a line. */
export function lineQuantity(given: DecimalText): Quantity {
  const counted = normalizeQuantity(given);
  if (isGreater(counted, maxLineQuantity))
    throw inputError("The requested qty exceeds the maximum qty allowed in shopping cart");
  return counted;
}

/** Returns the quantity sent for a line. As in Magento, anything that is not above zero means one. */
export function wantedQuantity(given: DecimalText | null | undefined): Quantity {
  if (given === undefined) throw invalid("qty", null);
  return given === null || !isPositive(normalizeQuantity(given)) ? asQuantity(1) : lineQuantity(given);
}
