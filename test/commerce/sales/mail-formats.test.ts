import { expect, it } from "vitest";
import { Formats, quantityOf } from "../../../src/commerce/sales/mails/formats.js";

const formats = (currency: string | null) => Formats.of({ locale: "en-US", timezone: "UTC", currency });

it.each([
  ["USD", "1234567890123456.7800", "$1,234,567,890,123,456.78"],
  ["USD", "1.0050", "$1.01"],
  ["USD", "-1.0050", "-$1.01"],
  ["JPY", "10.0000", "¥10"],
  [null, "1234567890123456.7800", "1234567890123456.78"],
  [null, "1.0050", "1.01"],
  ["no currency", "9.5000", "9.50"],
])("formats amounts in emails without losing digits: %s %s as %s", (currency, amount, text) => {
  expect(formats(currency).amount(amount)).toBe(text);
});

it.each([
  ["1234567890123456.7801", "1234567890123456.7801"],
  ["2.5000", "2.5"],
  ["3.0000", "3"],
  [null, "0"],
])("formats quantities in emails without losing digits: %s as %s", (quantity, text) => {
  expect(quantityOf(quantity)).toBe(text);
});
