import { type Amount, asAmount, type Exact } from "./amount.js";
import { add, isZero, subtract } from "./arithmetic.js";
import { read, textOf } from "./exact.js";
import { readSmall, roundSmall, formatSmall } from "./small.js";

/**
 * Minor units of ISO 4217, for the currencies that do not have two. Listed here because `Intl` follows cash usage
 * instead (no fractions of a forint), and because totals must not depend on the version of Node.
 */
const digitsOf: Readonly<Record<string, number>> = {
  ...ofDigits(0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
  ...ofDigits(3, "BHD IQD JOD KWD LYD OMR TND"),
  ...ofDigits(4, "CLF UYW"),
};

function ofDigits(digits: number, currencies: string): Record<string, number> {
  return Object.fromEntries(currencies.split(" ").map((currency) => [currency, digits]));
}

/**
 * Returns the number of decimal places of a currency by its ISO 4217 code: USD 2, JPY 0, KWD 3. Unknown codes have 2.
 */
export const currencyDigits = (currency: string): number => digitsOf[currency.toUpperCase()] ?? 2;

/** Rounds to a number of decimal places, half away from zero as PHP's `round` does: -0.005 becomes -0.01. */
export function round<Value extends Exact>(value: Value, digits: number): Value {
  const small = readSmall(value);
  return small ? (formatSmall(roundSmall(small, digits)) as Value) : textOf(read(value).toDecimalPlaces(digits));
}

/** A rounded amount, and the carry: the rounding error of the series so far, to add to its next amount. */
export interface Rounded {
  readonly amount: Amount;
  readonly carry: Amount;
}

/**
 * The initial carry of a series. Magento chose it so that a half that binary fractions made slightly too small is
 * still rounded up. It is needed for equal totals.
 */
export const firstCarry = asAmount("0.000001");

/**
 * Rounds an amount of a series together with the carry of the previous amount, as Magento's `deltaRound` does. The
 * sum of the rounded amounts stays within half a unit of the rounded sum. An amount of zero stays zero and keeps the
 * carry.
 */
export function roundWithCarry(amount: Amount, digits: number, carry: Amount): Rounded {
  if (isZero(amount)) return { amount, carry };
  const exact = add(amount, carry);
  const rounded = round(exact, digits);
  return { amount: rounded, carry: subtract(exact, rounded) };
}
