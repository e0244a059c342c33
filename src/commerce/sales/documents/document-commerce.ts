import { amounts, orZero, texts } from "../../../api/contract/fields.js";
import { type CurrencyPrefix, currencyPrefixes } from "./commerce-shares.js";

/** What is charged, by the prefix of the names of the charges. */
const charges = {
  gw: "Gift wrapping of the order",
  gw_items: "Gift wrapping of the items",
  gw_card: "Printed card",
} as const;

type Charge = keyof typeof charges;
type WrappingName = `${Charge}_${CurrencyPrefix}${"price" | "tax_amount"}`;

/** Names and descriptions of the charges for gift wrapping of a document. */
const wrapping = Object.fromEntries(
  Object.entries(charges).flatMap(([charge, of]) =>
    currencyPrefixes.flatMap((prefix) => {
      const currency = prefix === "" ? "in the currency of the order" : "in base currency";
      const more = `${currency}, with four decimal places; only on the first document.`;
      return [
        [`${charge}_${prefix}price`, `${of}: price, ${more}`],
        [`${charge}_${prefix}tax_amount`, `${of}: tax on the price, ${more}`],
      ];
    }),
  ),
) as Readonly<Record<WrappingName, string>>;

/** Declares the fields of a document in the commerce edition. `what` begins the descriptions of amounts of balances. */
export const documentCommerce = (what: string) => ({
  ...orZero(
    amounts({
      gift_cards_amount: `${what} gift cards`,
      customer_balance_amount: `${what} store credit`,
    }),
  ),
  ...orZero(texts(wrapping)),
});
