import { Field, Int } from "type-graphql";
import { type DecimalText, Money } from "../../../api/contract/scalars.js";
import { Shape } from "../../../api/contract/shape.js";

@Shape(
  "DiscountData",
  "Amounts of a discount as positive numbers, in the currency of the cart and in the base currency.",
  { mayLack: [] },
)
export class DiscountData {
  @Field(() => Money, { nullable: true, description: "Discount." })
  amount?: DecimalText | null;

  @Field(() => Money, { nullable: true, description: "Discount in the base currency." })
  base_amount?: DecimalText | null;

  @Field(() => Money, { nullable: true, description: "Discount before limits and rounding." })
  original_amount?: DecimalText | null;

  @Field(() => Money, { nullable: true, description: "Discount before limits and rounding, in the base currency." })
  base_original_amount?: DecimalText | null;
}

@Shape("RuleDiscount", "Discount of a cart price rule.", { always: ["discount_data", "rule_i_d", "rule_label"] })
export class RuleDiscount {
  @Field(() => DiscountData, { nullable: true, description: "Amounts." })
  discount_data?: DiscountData | null;

  @Field(() => String, { nullable: true, description: "Label of the rule in the store view of the cart." })
  rule_label?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the rule, under the name that Magento gives it." })
  rule_i_d?: number | null;
}
