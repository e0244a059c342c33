import { expect, it } from "vitest";
import { asAmount } from "../../../src/platform/money/amount.js";
import { currencyText } from "../../../src/platform/money/currency-text.js";

it.for([
  ["1234.5", "en_US", "USD", "$1,234.50"],
  ["1234.5", "de_DE", "EUR", "1.234,50\u00a0€"],
  ["1234.5", "en_US", "JPY", "¥1,235"],
  ["1234.5", "zh_Hans_CN", "CNY", "¥1,234.50"],
  ["12345678901234.567", "en_US", "USD", "$12,345,678,901,234.57"],
  ["5", "not a locale", "USD", "$5.00"],
  ["5", "en_US", "points", "5.00"],
] as const)("%s in %s and %s is written as a shop does", ([amount, locale, currency, text]) => {
  expect(currencyText(asAmount(amount), { locale, currency })).toBe(text);
});
