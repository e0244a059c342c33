import { invalid } from "../../../call/errors.js";
import { Decimal } from "decimal.js";
import { type DecimalText, toDecimal } from "../../../contract/scalars.js";

/**
 * Returns a quantity that fits `numeric(12, 4)`. Throws 400 with the field's name if it does not fit or is negative
 * where that is not allowed.
 */
export function quantity(fieldName: string, given: DecimalText, { canBeNegative = false } = {}): DecimalText {
  const exact = new Decimal(toDecimal(given) ?? NaN).toDecimalPlaces(4, Decimal.ROUND_HALF_UP);
  if (exact.isNaN() || exact.abs().gte(1e8) || (exact.isNegative() && !canBeNegative && !exact.isZero())) {
    throw invalid(fieldName, given);
  }
  return exact.toFixed();
}
