import { amounts, texts } from "../../contract/fields.js";

const charges = { gw: "the order", gw_items: "its lines", gw_card: "its printed card" } as const;
const prefixes = ["", "base_"] as const;

type Charge = keyof typeof charges;
type WrappingName = `${Charge}_${(typeof prefixes)[number]}${"price" | "tax_amount"}`;

/** Names and descriptions of the charges for gift wrapping of a document. */
const wrapping = Object.fromEntries(
  Object.entries(charges).flatMap(([charge, of]) =>
    prefixes.flatMap((prefix) => {
      const currency = prefix === "" ? "in the currency of the order" : "in base currency";
      const more = `of wrapping ${of}, ${currency}, with four decimal places; only on the first document.`;
      return [
        [`${charge}_${prefix}price`, `Price ${more}`],
        [`${charge}_${prefix}tax_amount`, `Tax ${more}`],
      ];
    }),
  ),
) as Readonly<Record<WrappingName, string>>;

/** Declares the fields of a document in the commerce edition. `what` begins the descriptions of amounts of balances. */
export const documentCommerce = (what: string) => ({
  ...amounts({
    gift_cards_amount: `${what} gift cards`,
    customer_balance_amount: `${what} store credit`,
  }),
  ...texts(wrapping),
});
