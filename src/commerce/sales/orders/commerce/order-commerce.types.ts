import { Extension } from "../../../../api/contract/extension-attributes.js";
import {
  addFields,
  amounts,
  Fields,
  integers,
  money,
  orZero,
  texts,
  ZeroIfAbsent,
} from "../../../../api/contract/fields.js";
import { Field, InputType, Int, ObjectType } from "type-graphql";
import { type DecimalText, Money } from "../../../../api/contract/scalars.js";
import { Shape } from "../../../../api/contract/shape.js";
import { currencyPrefixes } from "../../documents/commerce-shares.js";

@Shape("OrderGiftCard", "A gift card that paid a part of an order.")
export class OrderGiftCard {
  @Field(() => Int, { nullable: true, description: "Id of the gift card." })
  id?: number | null;

  @Field(() => String, { nullable: true, description: "Code." })
  code?: string | null;

  @ZeroIfAbsent()
  @Field(() => Money, { nullable: true, description: "Amount in the currency of the order." })
  amount?: DecimalText | null;

  @ZeroIfAbsent()
  @Field(() => Money, { nullable: true, description: "Amount in base currency." })
  base_amount?: DecimalText | null;
}

const paid = orZero({
  ...amounts({
    gift_cards_amount: "Amount paid by gift cards",
    gift_cards_invoiced: "Amount of invoices paid by gift cards",
    gift_cards_refunded: "Amount that credit memos returned to gift cards",
    customer_balance_amount: "Amount paid by store credit",
    customer_balance_invoiced: "Amount of invoices paid by store credit",
    customer_balance_refunded: "Amount paid by store credit that credit memos returned to it",
    customer_balance_total_refunded: "Other amounts that credit memos refunded to store credit",
    reward_currency_amount: "Amount paid by reward points",
  }),
  ...integers({ reward_points_balance: "Number of reward points that paid a part of the order." }),
});

/** What is charged, by the prefix of the names of the charges. */
const charges = { gw: "Gift wrapping of the order", gw_items: "Gift wrapping of the items", gw_card: "Printed card" };

/**
 * Names and descriptions of the charges for gift wrapping: ordered, invoiced and refunded. The contract has irregular
 * names.
 */
const wrapping = Object.fromEntries(
  Object.entries(charges).flatMap(([prefix, of]) =>
    currencyPrefixes.flatMap((base) => {
      const currency = base === "" ? "in the currency of the order" : "in base currency";
      const describe = (what: string): string => `${of}: ${what}, ${currency}, with four decimal places.`;
      const amount = prefix === "gw" ? "tax_amount" : "tax";
      return [
        [`${prefix}_${base}price`, describe("price")],
        [`${prefix}_${base}tax_amount`, describe("tax on the price")],
        [`${prefix}_${base}price_incl_tax`, describe("price with tax")],
        [`${prefix}_${base}price_invoiced`, describe("invoiced price")],
        [`${prefix}_${base}${amount}_invoiced`, describe("invoiced tax")],
        [`${prefix}_${base}price_refunded`, describe("refunded price")],
        [`${prefix}_${base}${amount}_refunded`, describe("refunded tax")],
      ];
    }),
  ),
) as Readonly<Record<`gw_${string}`, string>>;

const chosen = texts({
  gw_id: "Id of the gift wrapping of the order.",
  gw_allow_gift_receipt: "1 if the customer asked for a gift receipt.",
  gw_add_card: "1 if a printed card is added.",
});

const unit = currencyPrefixes.flatMap((base): [string, string][] => {
  const currency = base === "" ? "in the currency of the order." : "in base currency.";
  const stages = ["", "_invoiced", "_refunded"];
  return stages.flatMap((stage): [string, string][] => {
    const done = stage.replace(/_(.+)/, "$1 ");
    return [
      [`gw_${base}price${stage}`, `Gift wrapping of the item: ${done}price, ${currency}`],
      [`gw_${base}tax_amount${stage}`, `Gift wrapping of the item: ${done}tax, ${currency}`],
    ];
  });
});

/** Fields of an order line in the commerce edition; ignored in requests. */
export const itemCommerce = {
  ...integers({ gw_id: "Id of the gift wrapping of the item." }),
  ...orZero(money(Object.fromEntries(unit))),
};

/** The same fields as extension attributes of a line, as text. */
export const itemCommerceTexts = {
  ...texts({ gw_id: "Id of the gift wrapping of the item." }),
  ...orZero(texts(Object.fromEntries(unit))),
};

/** Fields of an order in the commerce edition; ignored in requests. */
@ObjectType()
@InputType()
export class OrderCommerce extends Fields({ ...paid, ...chosen }, "commerce") {
  @Extension(() => [OrderGiftCard], "Gift cards that paid a part of the order.", "commerce")
  gift_cards?: OrderGiftCard[] | null;
}

addFields(OrderCommerce, orZero(texts(wrapping)), "commerce");
