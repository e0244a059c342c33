import { invalid } from "../../../call/errors.js";
import { Decimal } from "decimal.js";
import { type DecimalText, toDecimal } from "../../../contract/scalars.js";

/**
 * A quantity as `numeric(12, 4)` keeps it. Throws a 400 that names the field where it does not fit, or is below 0 and may
 * not be.
 */
export function quantity(fieldName: string, given: DecimalText, { canBeNegative = false } = {}): DecimalText {
  const exact = new Decimal(toDecimal(given) ?? NaN).toDecimalPlaces(4, Decimal.ROUND_HALF_UP);
  if (exact.isNaN() || exact.abs().gte(1e8) || (exact.isNegative() && !canBeNegative && !exact.isZero())) {
    throw invalid(fieldName, given);
  }
  return exact.toFixed();
}
