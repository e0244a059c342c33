import { type Amount, asAmount, type Exact } from "./amount.js";
import { add, isZero, subtract } from "./arithmetic.js";
import { read, textOf } from "./exact.js";

/**
 * ISO 4217's minor units, of the currencies that do not have two. They are listed here because `Intl` follows the use of
 * cash instead (no forints below one), and because a total must not depend on the version of Node that computes it.
 */
const digitsOf: Readonly<Record<string, number>> = {
  ...ofDigits(0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
  ...ofDigits(3, "BHD IQD JOD KWD LYD OMR TND"),
  ...ofDigits(4, "CLF UYW"),
};

function ofDigits(digits: number, currencies: string): Record<string, number> {
  return Object.fromEntries(currencies.split(" ").map((currency) => [currency, digits]));
}

/** Returns how many digits a currency has after the point, by its ISO 4217 code: USD 2, JPY 0, KWD 3. Unknown codes have 2. */
export const currencyDigits = (currency: string): number => digitsOf[currency.toUpperCase()] ?? 2;

/** Rounds to a number of digits after the point. A half is rounded away from zero, as PHP's `round` does: -0.005 to -0.01. */
export const round = <Value extends Exact>(value: Value, digits: number): Value =>
  textOf(read(value).toDecimalPlaces(digits));

/** A rounded amount, and the carry: what rounding took away from the series so far, to be added to its next amount. */
export interface Rounded {
  readonly amount: Amount;
  readonly carry: Amount;
}

/**
 * The carry with which a series of roundings begins. Magento chose it so that a half that binary fractions had made
 * slightly too small is still rounded up; here it keeps the pinned totals equal.
 */
export const firstCarry = asAmount("0.000001");

/**
 * Rounds an amount of a series together with the carry that the amount before it left, as Magento's `deltaRound` does: the
 * sum of the rounded amounts stays within half a unit of the rounded sum. An amount of zero stays zero and leaves the carry.
 */
export function roundWithCarry(amount: Amount, digits: number, carry: Amount): Rounded {
  if (isZero(amount)) return { amount, carry };
  const exact = add(amount, carry);
  const rounded = round(exact, digits);
  return { amount: rounded, carry: subtract(exact, rounded) };
}
