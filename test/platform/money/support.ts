import fc from "fast-check";
import { type Amount, asAmount, asPercent, asQuantity, asRatio } from "../../../src/platform/money/amount.js";

/** Returns decimals with up to 14 digits before and 6 after the decimal point, as in a price column. */
const decimals = (min: bigint) =>
  fc
    .tuple(fc.bigInt({ min, max: 10n ** 14n - 1n }), fc.integer({ min: 0, max: 6 }))
    .map(([digits, places]) => `${digits}e-${places}`);

export const amounts = decimals(-(10n ** 14n) + 1n).map(asAmount);
export const quantities = decimals(1n).map(asQuantity);
export const rates = fc.integer({ min: 0, max: 1_000_000 }).map((rate) => asPercent(`${rate}e-4`));
export const ratios = decimals(-(10n ** 14n) + 1n).map(asRatio);

/** Amounts of whole cents, which can be allocated to two digits. */
export const cents = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).map((units) => asAmount(`${units}e-2`));

/** Weights of which at least one is above zero. */
export const weights = fc
  .array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 12 })
  .filter((list) => list.some((weight) => weight > 0n))
  .map((list) => list.map((weight): Amount => asAmount(`${weight}e-4`)));
