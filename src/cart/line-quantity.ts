import { inputError, invalid } from "../call/errors.js";
import type { DecimalText } from "../contract/scalars.js";
import { countedQuantity } from "../inventory/published.js";
import { asQuantity, type Quantity } from "../money/amount.js";
import { isGreater, isPositive } from "../money/arithmetic.js";

/** The largest quantity that a line can have. */
const most = asQuantity("99999999");

/** Returns a quantity as lines count it: to four decimals. Throws 400 for more than a line can have. */
export function lineQuantity(given: DecimalText): Quantity {
  const counted = countedQuantity(given);
  if (isGreater(counted, most)) throw inputError("The requested qty exceeds the maximum qty allowed in shopping cart");
  return counted;
}

/** Returns the quantity that a call gives a line. Throws 400 where it is missing or not above zero. */
export function wantedQuantity(given: DecimalText | null | undefined): Quantity {
  const counted = given == null ? undefined : countedQuantity(given);
  if (given == null || counted === undefined || !isPositive(counted)) throw invalid("qty", valueOf(given));
  return lineQuantity(given);
}

const valueOf = (given: DecimalText | null | undefined) => (given == null ? "" : Number(given));
