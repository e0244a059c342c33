import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asAmount, asPercent, asQuantity, asRatio, hundredPercent, zero } from "../../../src/platform/money/amount.js";
import {
  absolute,
  add,
  compare,
  divide,
  equals,
  isGreater,
  isLess,
  isNegative,
  isPositive,
  isZero,
  max,
  min,
  multiply,
  negate,
  percent,
  proportion,
  remainder,
  subtract,
  sum,
  truncate,
} from "../../../src/platform/money/arithmetic.js";
import { round } from "../../../src/platform/money/rounding.js";
import { amounts, quantities, rates, ratios } from "./support.js";

describe("the arithmetic of amounts", () => {
  it("adds 0.1 and 0.2 to 0.3", () => {
    expect(add(asAmount("0.1"), asAmount("0.2"))).toBe("0.3");
  });

  it("adds in any order and grouping with the same result", () => {
    fc.assert(
      fc.property(amounts, amounts, amounts, (a, b, c) => {
        expect(add(a, b)).toBe(add(b, a));
        expect(add(add(a, b), c)).toBe(add(a, add(b, c)));
        expect(sum([a, b, c])).toBe(add(add(a, b), c));
      }),
    );
  });

  it("leaves an amount unchanged if zero is added, and cancels it with its negative", () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        expect(add(a, zero)).toBe(a);
        expect(add(a, negate(a))).toBe("0");
        expect(subtract(a, b)).toBe(add(a, negate(b)));
      }),
    );
  });

  it("multiplies in any order and grouping with the same result and distributes over sums", () => {
    fc.assert(
      fc.property(ratios, ratios, ratios, (a, b, c) => {
        expect(multiply(a, b)).toBe(multiply(b, a));
        expect(multiply(multiply(a, b), c)).toBe(multiply(a, multiply(b, c)));
        expect(multiply(add(a, b), c)).toBe(add(multiply(a, c), multiply(b, c)));
        expect(multiply(a, asRatio(1))).toBe(a);
      }),
    );
  });

  it("agrees with integers of any size", () => {
    const whole = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        expect(add(asAmount(`${a}`), asAmount(`${b}`))).toBe(String(a + b));
        expect(multiply(asAmount(`${a}`), asRatio(`${b}`))).toBe(String(a * b));
      }),
    );
  });

  it("keeps every digit of long sums and products", () => {
    const tiny = asAmount("0.000000000000000000000000000000000000000000000000000001");
    const huge = asAmount("99999999999999999999999999999999999999999999999999999");
    expect(subtract(add(huge, tiny), huge)).toBe(tiny);
    const third = asRatio("0.3333333333333333333333333333333333333333");
    expect(multiply(third, third)).toBe(
      "0.11111111111111111111111111111111111111108888888888888888888888888888888888888889",
    );
  });

  it("sums no amounts to zero", () => {
    expect(sum([])).toBe("0");
  });
});

describe("the division of amounts", () => {
  it("reverses a multiplication after rounding", () => {
    fc.assert(
      fc.property(amounts, quantities, (a, qty) => {
        expect(divide(multiply(a, qty), qty)).toBe(a);
        expect(round(multiply(divide(a, qty), qty), 6)).toBe(a);
      }),
    );
  });

  it("keeps 40 significant digits", () => {
    expect(divide(asAmount(10), asQuantity(3))).toBe("3.333333333333333333333333333333333333333");
    expect(divide(asAmount(20), asQuantity(3))).toBe("6.666666666666666666666666666666666666667");
  });

  it("divides last in a proportion, so that a half stays a half", () => {
    expect(proportion(asAmount("0.01"), asQuantity("1.5"), asQuantity(3))).toBe("0.005");
    expect(multiply(divide(asAmount("0.01"), asQuantity(3)), asQuantity("1.5"))).not.toBe("0.005");
  });

  it("returns the tax in a price that includes it", () => {
    const rate = asPercent("8.25");
    const price = asAmount("10.825");
    expect(proportion(price, rate, add(hundredPercent, rate))).toBe("0.825");
  });

  it("rejects a division by zero", () => {
    expect(() => divide(asAmount(1), asQuantity(0))).toThrow(RangeError);
    expect(() => proportion(asAmount(1), asAmount(1), zero)).toThrow(RangeError);
    expect(() => remainder(asQuantity(1), asQuantity(0))).toThrow(RangeError);
  });

  it("splits a quantity into whole steps and a remainder of the same sign", () => {
    fc.assert(
      fc.property(amounts, quantities, (a, step) => {
        const value = asQuantity(a);
        const rest = remainder(value, step);
        expect(isLess(absolute(rest), step)).toBe(true);
        expect(isZero(rest) || isNegative(rest) === isNegative(value)).toBe(true);
        expect(add(multiply(step, truncate(asRatio(divide(subtract(value, rest), step)))), rest)).toBe(value);
      }),
    );
    expect(remainder(asQuantity(-7), asQuantity("2.5"))).toBe("-2");
    expect(truncate(asQuantity("-2.9"))).toBe("-2");
  });
});

describe("the percentage of an amount", () => {
  it("is 0.75 for 7.5 % of 10", () => {
    expect(percent(asAmount(10), asPercent("7.5"))).toBe("0.75");
  });

  it("is the amount at 100 %, nothing at 0 %, and additive in the rates", () => {
    fc.assert(
      fc.property(amounts, rates, rates, (a, one, other) => {
        expect(percent(a, hundredPercent)).toBe(a);
        expect(percent(a, asPercent(0))).toBe("0");
        expect(add(percent(a, one), percent(a, other))).toBe(percent(a, add(one, other)));
        expect(add(percent(a, one), percent(a, subtract(hundredPercent, one)))).toBe(a);
        expect(percent(a, one)).toBe(proportion(a, one, hundredPercent));
      }),
    );
  });
});

describe("the comparison of amounts", () => {
  it("orders amounts by their difference", () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        const difference = subtract(a, b);
        expect(isGreater(a, b)).toBe(isPositive(difference));
        expect(isLess(a, b)).toBe(isNegative(difference));
        expect(equals(a, b)).toBe(isZero(difference));
        expect(compare(a, b) + compare(b, a)).toBe(0);
        expect(add(min(a, b), max(a, b))).toBe(add(a, b));
      }),
    );
  });

  it("compares values instead of their text", () => {
    expect(isLess(asAmount(9), asAmount(10))).toBe(true);
    expect(equals(zero, negate(zero))).toBe(true);
    expect(min(asAmount(3), asAmount(-1), asAmount(2))).toBe("-1");
    expect(max(asAmount(3), asAmount(11), asAmount(2))).toBe("11");
  });
});

describe("a trusted decimal", () => {
  it("is read in any notation and written in plain digits", () => {
    expect(asAmount("1e3")).toBe("1000");
    expect(asAmount("+.50")).toBe("0.5");
    expect(asAmount("-0.000")).toBe("0");
    expect(asQuantity(3)).toBe("3");
  });

  it.each(["", "ten", "NaN", "Infinity", "0x10", "1e999999", "1,5", 0.1, Number.NaN, 2 ** 53])(
    "is rejected as %j, which is not an exact decimal",
    (given) => {
      expect(() => asAmount(given)).toThrow(RangeError);
    },
  );
});

describe("values with different units", () => {
  it("cannot be combined, according to their types", () => {
    const price = asAmount(10);
    const qty = asQuantity(2);
    // @ts-expect-error an amount and a quantity cannot be added
    add(price, qty);
    // @ts-expect-error two amounts cannot be multiplied
    multiply(price, price);
    // @ts-expect-error a percentage is not a factor: `percent` divides it by 100
    multiply(price, asPercent(5));
    // @ts-expect-error unchecked text is not an amount
    add(price, "1");
    expect(multiply(price, qty)).toBe("20");
  });
});
