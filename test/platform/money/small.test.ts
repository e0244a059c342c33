import { powerOfTen, read, textOf } from "../../../src/platform/money/exact.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Amount, asAmount, asPercent, asRatio } from "../../../src/platform/money/amount.js";
import {
  add,
  compare,
  isNegative,
  isPositive,
  isZero,
  multiply,
  percent,
  subtract,
  sum,
} from "../../../src/platform/money/arithmetic.js";
import { round } from "../../../src/platform/money/rounding.js";

/** Decimals on both sides of the limit up to which integers are exact, with and without trailing zeros. */
const texts = fc
  .record({
    digits: fc.oneof(
      fc.bigInt({ min: -(10n ** 6n), max: 10n ** 6n }),
      fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }),
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
    ),
    places: fc.integer({ min: 0, max: 12 }),
    zeros: fc.constantFrom("", "0", "000"),
  })
  .map(({ digits, places, zeros }) => {
    const text = textOf(read(asAmount(`${digits}e-${places}`)));
    return text.includes(".") ? `${text}${zeros}` : text;
  });

describe("arithmetic with integers", () => {
  it("gives the same as decimal.js for decimals of any length", () => {
    fc.assert(
      fc.property(texts, texts, texts, (left, right, third) => {
        // Columns give decimals with trailing zeros, which no constructor has removed.
        const [a, b, c] = [left, right, third] as unknown as [Amount, Amount, Amount];
        const [one, other] = [read(a), read(b)];
        expect(add(a, b)).toBe(textOf(one.plus(other)));
        expect(subtract(a, b)).toBe(textOf(one.minus(other)));
        expect(multiply(a, asRatio(right))).toBe(textOf(one.times(other)));
        expect(percent(a, asPercent(right))).toBe(textOf(one.times(other).times(powerOfTen(-2))));
        expect(sum([a, b, c])).toBe(textOf(one.plus(other).plus(read(c))));
        expect(compare(a, b)).toBe(one.cmp(other));
        expect([isZero(a), isNegative(a), isPositive(a)]).toEqual([one.isZero(), one.lessThan(0), one.greaterThan(0)]);
      }),
      { numRuns: 1000 },
    );
  });

  it("rounds as decimal.js does", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 14 }), (text, digits) => {
        expect(round(asAmount(text), digits)).toBe(textOf(read(asAmount(text)).toDecimalPlaces(digits)));
      }),
      { numRuns: 1000 },
    );
  });
});
