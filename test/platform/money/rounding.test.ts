import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Amount, asAmount, zero } from "../../../src/platform/money/amount.js";
import { absolute, add, isGreater, isLess, negate, subtract, sum } from "../../../src/platform/money/arithmetic.js";
import { formatFixed, phpText } from "../../../src/platform/money/format.js";
import { currencyDigits, firstCarry, round, roundWithCarry } from "../../../src/platform/money/rounding.js";
import { amounts } from "./support.js";

const places = fc.integer({ min: 0, max: 6 });

describe("rounding", () => {
  it.each([
    ["0.005", "0.01"],
    ["-0.005", "-0.01"],
    ["0.0049999999", "0"],
    ["-0.0049999999", "0"],
    ["1.005", "1.01"],
    ["2.675", "2.68"],
    ["-1.455", "-1.46"],
    ["1.995", "2"],
  ])("rounds %s to %s, a half away from zero", (given, rounded) => {
    expect(round(asAmount(given), 2)).toBe(rounded);
  });

  it("changes nothing if it is repeated", () => {
    fc.assert(
      fc.property(amounts, places, (amount, digits) => {
        const once = round(amount, digits);
        expect(round(once, digits)).toBe(once);
      }),
    );
  });

  it("changes an amount by at most half a unit, with either sign", () => {
    fc.assert(
      fc.property(amounts, places, (amount, digits) => {
        const rounded = round(amount, digits);
        expect(isGreater(absolute(subtract(rounded, amount)), asAmount(`5e-${digits + 1}`))).toBe(false);
        expect(round(negate(amount), digits)).toBe(negate(rounded));
      }),
    );
  });

  it("never reverses the order of two amounts", () => {
    fc.assert(
      fc.property(amounts, amounts, places, (one, other, digits) => {
        if (isLess(one, other)) expect(isGreater(round(one, digits), round(other, digits))).toBe(false);
      }),
    );
  });
});

describe("rounding with a carry", () => {
  const roundAll = (series: readonly Amount[], digits: number) => {
    let carry = firstCarry;
    const rounded = series.map((amount) => {
      const step = roundWithCarry(amount, digits, carry);
      carry = step.carry;
      return step.amount;
    });
    return { rounded, carry };
  };

  it("rounds the taxes of 10 and 11 at 8.25 % as Magento does: 0.83 and 0.90", () => {
    expect(roundAll([asAmount("0.825"), asAmount("0.9075")], 2).rounded).toEqual(["0.83", "0.9"]);
  });

  it("keeps the sum of a series within half a unit of the exact sum", () => {
    fc.assert(
      fc.property(fc.array(amounts, { maxLength: 20 }), places, (series, digits) => {
        const { rounded, carry } = roundAll(series, digits);
        expect(add(sum(rounded), carry)).toBe(add(sum(series), firstCarry));
        const half = add(asAmount(`5e-${digits + 1}`), firstCarry);
        expect(isGreater(absolute(subtract(sum(rounded), sum(series))), half)).toBe(false);
      }),
    );
  });

  it("keeps the carry if the amount is zero", () => {
    expect(roundWithCarry(zero, 2, asAmount("0.005"))).toEqual({ amount: "0", carry: "0.005" });
  });
});

describe("the decimal places of a currency", () => {
  it.each([
    ["USD", 2],
    ["JPY", 0],
    ["KWD", 3],
    ["CLF", 4],
    ["huf", 2],
    ["XYZ", 2],
  ])("are known: %s has %i", (currency, digits) => expect(currencyDigits(currency)).toBe(digits));

  // Unicode counts cash units for these. ISO 4217 gives them two decimal places, and three to the Iraqi dinar.
  const cash = "AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR RSD SLL SOS SYP TZS UZS YER".split(" ");

  it("agree with Intl for every currency whose small coins are in use", () => {
    const differing = Intl.supportedValuesOf("currency").filter((currency) => {
      const format = new Intl.NumberFormat("en", { style: "currency", currency });
      return format.resolvedOptions().maximumFractionDigits !== currencyDigits(currency);
    });
    expect(differing.filter((currency) => !cash.includes(currency))).toEqual([]);
  });
});

describe("decimals as text", () => {
  it("have exactly the requested number of decimal places", () => {
    expect(formatFixed(asAmount("9.5"), 2)).toBe("9.50");
    expect(formatFixed(asAmount("9.995"), 2)).toBe("10.00");
    expect(formatFixed(asAmount("-0.001"), 2)).toBe("0.00");
    expect(formatFixed(asAmount("-1.5"), 0)).toBe("-2");
  });

  it.each([
    ["10.00", "10"],
    ["9.50", "9.5"],
    ["-0.0", "0"],
    ["1e3", "1000"],
    ["1e15", "1.0E+15"],
    ["-2.5e30", "-2.5E+30"],
    ["0.0001", "0.0001"],
    ["0.00001", "1.0E-5"],
  ])("format %s as %s, as in PHP", (given, text) => expect(phpText(given)).toBe(text));
});
