import { Field } from "type-graphql";
import { ZeroIfAbsent } from "../../../api/contract/fields.js";
import { ReadOnly, RequiredInput } from "../../../api/contract/request-fields.js";
import { type DecimalText, Money } from "../../../api/contract/scalars.js";
import { Shape } from "../../../api/contract/shape.js";

@Shape("CartGiftCards", "The gift cards of a cart. Requests need only the codes.")
export class CartGiftCards {
  @RequiredInput()
  @Field(() => [String], {
    nullable: true,
    description: "Codes; in responses, in the order in which the cards are used.",
  })
  gift_cards?: string[] | null;

  @ZeroIfAbsent()
  @ReadOnly(() => Money, "Sum of the balances, in the currency of the cart.")
  gift_cards_amount?: DecimalText | null;

  @ZeroIfAbsent()
  @ReadOnly(() => Money, "Sum of the balances, in base currency.")
  base_gift_cards_amount?: DecimalText | null;

  @ZeroIfAbsent()
  @ReadOnly(() => Money, "Amount that the cart uses, in the currency of the cart.")
  gift_cards_amount_used?: DecimalText | null;

  @ZeroIfAbsent()
  @ReadOnly(() => Money, "Amount that the cart uses, in base currency.")
  base_gift_cards_amount_used?: DecimalText | null;
}
