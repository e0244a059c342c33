import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asAmount } from "../../../src/platform/money/amount.js";
import { absolute, isGreater, subtract } from "../../../src/platform/money/arithmetic.js";
import { fitOrThrow } from "../../../src/api/call/arguments/decimal-fields.js";
import {
  amountColumn,
  centsColumn,
  clamp,
  countColumn,
  fit,
  fitUnrounded,
  requestedColumn,
  signedAmountColumn,
  stockColumn,
  taxRateColumn,
  toAmount,
  toDiscount,
  toQuantity,
} from "../../../src/platform/money/columns.js";
import { amounts } from "./support.js";

describe("a price in a request", () => {
  it.each([
    ["10", "10"],
    ["10.50", "10.5"],
    ["0.123456", "0.123456"],
    ["0.1234565", "0.123457"],
    ["1e2", "100"],
    ["99999999999999.9999994", "99999999999999.999999"],
    ["-0", "0"],
    ["007", "7"],
  ])("is stored: %s as %s", (given, amount) => expect(toAmount(given)).toBe(amount));

  it.each([undefined, null, "0e99999", "-1", "-1e-9", "1e14", "99999999999999.9999995", "1e9999", "ten", "", "NaN"])(
    "is rejected if it is missing, negative or too large: %s",
    (given) => expect(toAmount(given)).toBeUndefined(),
  );

  it("changes by less than the last stored digit", () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const kept = fit(amount, signedAmountColumn);
        expect(kept).toBe(amount);
        expect(fit(`${amount.replace(/^-/, "")}${amount.includes(".") ? "" : "."}0000000`, amountColumn)).toBe(
          absolute(amount),
        );
      }),
    );
    expect(
      isGreater(subtract(fit("0.0000005", amountColumn) ?? asAmount(1), asAmount("0.0000005")), asAmount("5e-7")),
    ).toBe(false);
  });
});

describe("a quantity in a request", () => {
  it.each([
    ["1", "1"],
    ["2.50", "2.5"],
    ["0.00005", "0.0001"],
    ["99999999.9999", "99999999.9999"],
  ])("is stored: %s as %s", (given, quantity) => expect(toQuantity(given)).toBe(quantity));

  it.each([undefined, null, "0", "0.0", "-1", "0.00004", "100000000", "99999999.99995", "1e99"])(
    "is rejected if it is missing, not above zero or too large: %s",
    (given) => expect(toQuantity(given)).toBeUndefined(),
  );

  it("can be zero if the column allows it, and negative for stock", () => {
    expect(fit("0", countColumn)).toBe("0");
    expect(fit("-1", countColumn)).toBeUndefined();
    expect(fit("-1.50", stockColumn)).toBe("-1.5");
    expect(fit("-100000000", stockColumn)).toBeUndefined();
  });

  it("is rejected with the name of its field", () => {
    expect(() => fitOrThrow("qty", "1e9", stockColumn)).toThrow(
      expect.objectContaining({
        template: 'Invalid value of "%value" provided for the %fieldName field.',
        details: { parameters: { value: "1e9", fieldName: "qty" } },
      }),
    );
  });
});

describe("a decimal that must fit unrounded", () => {
  it.each([
    ["10", "10"],
    ["10.50", "10.5"],
    ["+1e1", "10"],
    ["-0.010000", "-0.01"],
    ["-0", "0"],
    ["9999999999999999.99", "9999999999999999.99"],
  ])("is returned in plain digits: %s as %s", (given, amount) => expect(fitUnrounded(given, centsColumn)).toBe(amount));

  it.each([undefined, null, "", "ten", "0.001", "1.000000000001", "1e-150", "1e16", "-1e16", "1e150"])(
    "is rejected if it is missing, too large or has too many decimals: %s",
    (given) => expect(fitUnrounded(given, centsColumn)).toBeUndefined(),
  );
});

describe("a decimal that is limited to the digits of a column", () => {
  it.each([
    ["1.00005", "1.0001"],
    ["-1.00005", "-1.0001"],
    ["1e-999", "0"],
    ["99999999999999999999", "99999999999999999999"],
    ["99999999999999999999.99995", "100000000000000000000"],
    ["1e20", "100000000000000000000"],
    ["1e999", "100000000000000000000"],
    ["-1e999", "-100000000000000000000"],
  ])("is rounded and limited: %s to %s", (given, quantity) => expect(clamp(given, requestedColumn)).toBe(quantity));

  it("must be a decimal", () => {
    expect(() => clamp("ten", requestedColumn)).toThrow(RangeError);
  });
});

describe("a percentage in a request", () => {
  it.each([
    ["0", "0"],
    ["15", "15"],
    ["100", "100"],
    ["99.999", "100"],
    ["12.345", "12.35"],
  ])("is stored as a discount: %s as %s", (given, discount) => expect(toDiscount(given)).toBe(discount));

  it.each([null, "-1", "100.01", "100.000001", "101", "999"])("is rejected as a discount: %s", (given) =>
    expect(toDiscount(given)).toBeUndefined(),
  );

  it("can exceed 100 as a tax rate", () => {
    expect(fit("150.5", taxRateColumn)).toBe("150.5");
    expect(fit("99999999.9999", taxRateColumn)).toBe("99999999.9999");
    expect(fit("100000000", taxRateColumn)).toBeUndefined();
  });
});
