import { Field } from "type-graphql";
import { Extension, ExtensionAttributes } from "../contract/extension-attributes.js";
import { Decimal, type DecimalText, Money } from "../contract/scalars.js";
import { OutputShape } from "../contract/shape.js";
import { TotalsItem } from "./totals-item.types.js";
import { TotalSegment } from "./total-segment.types.js";

const amount = (description: string): PropertyDecorator => Field(() => Money, { nullable: true, description });

@ExtensionAttributes("CartTotals")
export class CartTotalsExtension {
  @Extension(() => String, "Label of the rule of the coupon.")
  coupon_label?: string | null;

  @Extension(() => Money, "Store credit that pays, in the currency of the cart; absent if none does.", "commerce")
  customer_balance_amount?: DecimalText | null;

  @Extension(() => Money, "Store credit that pays, in base currency; absent if none does.", "commerce")
  base_customer_balance_amount?: DecimalText | null;

  @Extension(() => Decimal, "Reward points that pay for the cart; absent for guests.", "commerce")
  reward_points_balance?: DecimalText | null;

  @Extension(() => Money, "What the points pay, in the currency of the cart.", "commerce")
  reward_currency_amount?: DecimalText | null;

  @Extension(() => Money, "What the points pay, in base currency.", "commerce")
  base_reward_currency_amount?: DecimalText | null;
}

@OutputShape(
  "CartTotals",
  "Totals of a cart. Amounts are in the currency of the cart, and those with `base_` in the base currency.",
)
export class CartTotals {
  @amount("Amount to pay, tax included.")
  grand_total?: DecimalText | null;

  @amount("Amount to pay, tax included.")
  base_grand_total?: DecimalText | null;

  @amount("Sum of the lines without tax.")
  subtotal?: DecimalText | null;

  @amount("Sum of the lines without tax.")
  base_subtotal?: DecimalText | null;

  @amount("Discount, zero or less; contains the discount of shipping.")
  discount_amount?: DecimalText | null;

  @amount("Discount, zero or less; contains the discount of shipping.")
  base_discount_amount?: DecimalText | null;

  @amount("Subtotal and discount.")
  subtotal_with_discount?: DecimalText | null;

  @amount("Subtotal and discount.")
  base_subtotal_with_discount?: DecimalText | null;

  @amount("Shipping without tax.")
  shipping_amount?: DecimalText | null;

  @amount("Shipping without tax.")
  base_shipping_amount?: DecimalText | null;

  @amount("Discount of shipping, zero or more.")
  shipping_discount_amount?: DecimalText | null;

  @amount("Discount of shipping, zero or more.")
  base_shipping_discount_amount?: DecimalText | null;

  @amount("Tax, that of shipping included.")
  tax_amount?: DecimalText | null;

  @amount("Tax, that of shipping included.")
  base_tax_amount?: DecimalText | null;

  @amount("Fixed product taxes; always null, because Portico has none.")
  weee_tax_applied_amount?: DecimalText | null;

  @amount("Tax on shipping.")
  shipping_tax_amount?: DecimalText | null;

  @amount("Tax on shipping.")
  base_shipping_tax_amount?: DecimalText | null;

  @amount("Sum of the lines with tax.")
  subtotal_incl_tax?: DecimalText | null;

  @amount("Sum of the lines with tax.")
  base_subtotal_incl_tax?: DecimalText | null;

  @amount("Shipping with tax.")
  shipping_incl_tax?: DecimalText | null;

  @amount("Shipping with tax.")
  base_shipping_incl_tax?: DecimalText | null;

  @Field(() => String, { nullable: true, description: "Code of the base currency." })
  base_currency_code?: string | null;

  @Field(() => String, { nullable: true, description: "Code of the currency of the cart." })
  quote_currency_code?: string | null;

  @Field(() => String, { nullable: true, description: "The coupon that applies." })
  coupon_code?: string | null;

  @Field(() => Decimal, { nullable: true, description: "Units of all lines." })
  items_qty?: DecimalText | null;

  @Field(() => [TotalsItem], { nullable: true, description: "Totals of the lines." })
  items?: TotalsItem[] | null;

  @Field(() => [TotalSegment], { nullable: true, description: "The totals as a shopper reads them, in their order." })
  total_segments?: TotalSegment[] | null;

  @Field(() => CartTotalsExtension, { nullable: true, description: "Label of the coupon." })
  extension_attributes?: CartTotalsExtension | null;
}
