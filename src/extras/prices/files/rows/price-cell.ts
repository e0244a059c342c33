import { toAmount } from "../../../../platform/money/columns.js";
import { isCurrency, splitCurrency } from "../values/currencies.js";
import { type DecimalSign, readNumber } from "../values/numbers.js";
import type { ShopWords } from "../values/shop-words.js";

/** Words that delete a value: ours, and the one of Magento's product import. */
const deleteWords: ReadonlySet<string> = new Set(["DELETE", "__EMPTY__VALUE__"]);

/** Whether a cell says that its value is deleted. */
export const isDeleteWord = (text: string): boolean => /^[_d]/i.test(text) && deleteWords.has(text.toUpperCase());

interface CellContext {
  readonly decimal: DecimalSign;
  readonly words: ShopWords;
  /** The website whose currency the price has; undefined for a discount, which has none. */
  readonly websiteId: number | undefined;
}

/** The amount of a cell, or the reason why it is not a price. */
type PriceCell =
  | { readonly amount: string; readonly reason?: undefined }
  | { readonly code: "invalid_price" | "foreign_currency"; readonly reason: string };

const canonical = /^(?:0|[1-9]\d{0,13})(?:\.\d{1,6})?$/;

/** Reads the cell of a price: an amount, possibly with the currency of the shop. */
export function readPrice(text: string, { decimal, words, websiteId }: CellContext): PriceCell {
  if (decimal === "." && canonical.test(text)) return { amount: text };
  const plain = readNumber(text, decimal);
  if (plain !== undefined) return checkAmount(plain);
  const money = websiteId === undefined ? undefined : splitCurrency(text);
  if (!money || websiteId === undefined || money.currency === "") return invalid(text, decimal);
  const own = words.currencyOf(websiteId);
  if (!words.isCurrencyOf(websiteId, money.currency)) {
    if (!isCurrency(money.currency)) return invalid(text, decimal);
    const reason = `is in ${money.currency}, but the currency of the shop is ${own}`;
    return { code: "foreign_currency", reason };
  }
  const amount = readNumber(money.number, decimal);
  return amount === undefined ? invalid(money.number, decimal) : checkAmount(amount);
}

/** Rejects amounts that the column would store as another one: too many digits, or so few that nothing is left. */
function checkAmount(number: string): PriceCell {
  const amount = toAmount(number);
  if (amount === undefined)
    return { code: "invalid_price", reason: "has more than 14 digits before the decimal separator" };
  if (amount === "0" && /[1-9]/.test(number))
    return { code: "invalid_price", reason: "is too small for 6 decimal places" };
  return { amount: number };
}

function invalid(text: string, decimal: DecimalSign): PriceCell {
  const reason =
    "is not an amount: an amount has digits and at most one decimal separator, and no sign, percent or exponent";
  const other = decimal === "." ? "," : ".";
  const hint =
    readNumber(text, other) === undefined ? "" : `. Is "${other}" the decimal separator? Then say decimal=${other}`;
  return { code: "invalid_price", reason: reason + hint };
}
