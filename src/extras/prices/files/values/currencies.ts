const code = /^[A-Z]{3}$/;

/** Returns the texts that stand for a currency in a cell: its code and its signs. */
export function marksOf(currency: string): ReadonlySet<string> {
  const marks = new Set([currency]);
  if (!code.test(currency)) return marks;
  for (const currencyDisplay of ["symbol", "narrowSymbol"] as const) {
    const format = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay });
    const sign = format.formatToParts(0).find(({ type }) => type === "currency")?.value;
    if (sign) marks.add(sign.toUpperCase());
  }
  return marks;
}

/** A number of a cell, and the currency beside it; empty if there is none. */
export interface MoneyText {
  readonly number: string;
  readonly currency: string;
}

const moneyText =
  /^(?<before>\p{L}{1,12}\.|[\p{L}\p{Sc}]{0,12})[\s\u00a0\u202f]*(?<number>[\d.,][\d.,\s\u00a0\u202f'’]*?)[\s\u00a0\u202f]*(?<after>\p{L}{1,12}\.|[\p{L}\p{Sc}]{0,12})$/u;

/** Splits the text of a price into its number and its currency; undefined if it has another form. */
export function splitCurrency(text: string): MoneyText | undefined {
  const found = moneyText.exec(text)?.groups;
  const { before = "", number = "", after = "" } = found ?? {};
  if (!found || (before !== "" && after !== "" && before !== after)) return undefined;
  return { number, currency: before || after };
}

const knownCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Whether a text is the code or the sign of a currency, so that a message can name it. */
export const isCurrency = (text: string): boolean => knownCodes.has(text.toUpperCase()) || /\p{Sc}/u.test(text);
