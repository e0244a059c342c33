import type { Exact } from "../../../platform/money/amount.js";
import { type DecimalColumn, fit } from "../../../platform/money/columns.js";
import type { DecimalText } from "../../../platform/money/decimal-text.js";
import { invalid } from "../errors.js";

/** Returns the decimal as stored in the column. Throws a 400 that names the field if it does not fit. */
export function fitOrThrow<Value extends Exact>(
  fieldName: string,
  given: DecimalText,
  column: DecimalColumn<Value>,
): Value {
  const value = fit(given, column);
  if (value === undefined) throw invalid(fieldName, given);
  return value;
}
