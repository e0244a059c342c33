import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Amount, asAmount, asQuantity, zero } from "../../../src/platform/money/amount.js";
import {
  absolute,
  isGreater,
  isLess,
  isZero,
  proportion,
  subtract,
  sum,
} from "../../../src/platform/money/arithmetic.js";
import { allocate } from "../../../src/platform/money/allocate.js";
import { round } from "../../../src/platform/money/rounding.js";
import { cents, weights } from "./support.js";

const cent = asAmount("0.01");
const list = (...texts: (string | number)[]): Amount[] => texts.map(asAmount);

describe("allocate", () => {
  it("gives the remaining cents to the shares with the largest remainders", () => {
    expect(allocate(asAmount(10), list(1, 1, 1), 2)).toEqual(["3.34", "3.33", "3.33"]);
    expect(allocate(asAmount(15), list(22, 14, 43, "7.5", 0), 2)).toEqual(["3.81", "2.43", "7.46", "1.3", "0"]);
    expect(allocate(asAmount("0.05"), list(3, 7), 2)).toEqual(["0.01", "0.04"]);
  });

  it("uses the decimal places of the currency", () => {
    expect(allocate(asAmount(100), list(1, 2), 0)).toEqual(["33", "67"]);
    expect(allocate(asAmount("0.001"), list(1, 1), 3)).toEqual(["0.001", "0"]);
  });

  it("returns parts that add up to the amount, whatever the weights", () => {
    fc.assert(
      fc.property(cents, weights, (amount, by) => {
        expect(sum(allocate(amount, by, 2))).toBe(amount);
      }),
    );
  });

  it("keeps every part within one unit of its exact share, with the sign of the amount", () => {
    fc.assert(
      fc.property(cents, weights, (amount, by) => {
        const whole = sum(by);
        allocate(amount, by, 2).forEach((part, place) => {
          const share = proportion(amount, by[place] ?? zero, whole);
          expect(isLess(absolute(subtract(part, share)), cent)).toBe(true);
          expect(round(part, 2)).toBe(part);
          expect(isZero(part) || isGreater(part, zero) === isGreater(amount, zero)).toBe(true);
        });
      }),
    );
  });

  it("gives nothing to a part without weight", () => {
    fc.assert(
      fc.property(cents, weights, (amount, by) => {
        const parts = allocate(amount, [zero, ...by], 2);
        expect(parts[0]).toBe("0");
        expect(parts.slice(1)).toEqual(allocate(amount, by, 2));
      }),
    );
  });

  it("permutes the parts if the weights are permuted", () => {
    const shuffled = weights.chain((by) =>
      fc.tuple(fc.constant(by), fc.shuffledSubarray(by, { minLength: by.length, maxLength: by.length })),
    );
    const pairs = (amount: Amount, by: readonly Amount[]) =>
      allocate(amount, by, 2)
        .map((part, place) => `${by[place]} ${part}`)
        .sort();
    fc.assert(
      fc.property(cents, shuffled, (amount, [by, other]) => {
        expect(pairs(amount, by)).toEqual(pairs(amount, other));
      }),
    );
  });

  it("gives the heavier of two weights at least as much as the lighter", () => {
    fc.assert(
      fc.property(cents, weights, (amount, by) => {
        const sizes = allocate(amount, by, 2).map((part, place) => ({
          part: absolute(part),
          weight: by[place] ?? zero,
        }));
        for (const one of sizes) {
          for (const other of sizes) {
            if (isGreater(one.weight, other.weight)) expect(isLess(one.part, other.part)).toBe(false);
          }
        }
      }),
    );
  });

  it("divides zero among any number of parts", () => {
    expect(allocate(zero, [], 2)).toEqual([]);
    expect(allocate(zero, list(0, 0), 2)).toEqual(["0", "0"]);
  });

  it("accepts quantities as weights", () => {
    expect(allocate(asAmount(1), [asQuantity("0.25"), asQuantity("0.75")], 2)).toEqual(["0.25", "0.75"]);
  });

  it("rejects amounts with more decimal places, negative weights, and weights without a sum", () => {
    expect(() => allocate(asAmount("0.001"), list(1), 2)).toThrow("more than 2 decimal places");
    expect(() => allocate(asAmount(1), list(2, -1), 2)).toThrow("must not be negative");
    expect(() => allocate(asAmount(1), list(0, 0), 2)).toThrow("at least one must be positive");
    expect(() => allocate(asAmount(1), [], 2)).toThrow(RangeError);
  });
});
