import { Field } from "type-graphql";
import { type DecimalText, Money } from "../../contract/scalars.js";
import { Shape } from "../../contract/shape.js";

const amount = (description: string): PropertyDecorator =>
  Field(() => Money, { nullable: true, description: `${description} Ignored in requests.` });

@Shape("CartGiftCards", "The gift cards of a cart. Requests need the codes alone.")
export class CartGiftCards {
  @Field(() => [String], { nullable: true, description: "Codes; in answers in the order in which the cards are used." })
  gift_cards?: string[] | null;

  @amount("Sum of the balances, in the currency of the cart.")
  gift_cards_amount?: DecimalText | null;

  @amount("Sum of the balances, in base currency.")
  base_gift_cards_amount?: DecimalText | null;

  @amount("What the cart takes of them, in the currency of the cart.")
  gift_cards_amount_used?: DecimalText | null;

  @amount("What the cart takes of them, in base currency.")
  base_gift_cards_amount_used?: DecimalText | null;
}
