import { Field } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../../../api/contract/extension-attributes.js";
import { ZeroIfAbsent } from "../../../../api/contract/fields.js";
import { Decimal, type DecimalText, Money } from "../../../../api/contract/scalars.js";
import { OutputShape } from "../../../../api/contract/shape.js";
import { TotalsItem } from "./totals-item.types.js";
import { TotalSegment } from "./total-segment.types.js";

const amount = (description: string): PropertyDecorator => Field(() => Money, { nullable: true, description });

@ExtensionAttributes("CartTotals")
export class CartTotalsExtension {
  @Extension(() => String, "Label of the coupon's cart price rule in the store view; absent if the rule has none.")
  coupon_label?: string | null;

  @ZeroIfAbsent()
  @Extension(
    () => Money,
    "Store credit applied to the cart, in the currency of the cart; absent if none is applied.",
    "commerce",
  )
  customer_balance_amount?: DecimalText | null;

  @ZeroIfAbsent()
  @Extension(() => Money, "Store credit applied to the cart, in base currency; absent if none is applied.", "commerce")
  base_customer_balance_amount?: DecimalText | null;

  @Extension(
    () => Decimal,
    "Reward points applied to the cart; absent for guests and if reward points are disabled.",
    "commerce",
  )
  reward_points_balance?: DecimalText | null;

  @ZeroIfAbsent()
  @Extension(() => Money, "Amount paid with reward points, in the currency of the cart.", "commerce")
  reward_currency_amount?: DecimalText | null;

  @ZeroIfAbsent()
  @Extension(() => Money, "Amount paid with reward points, in base currency.", "commerce")
  base_reward_currency_amount?: DecimalText | null;
}

@OutputShape(
  "CartTotals",
  "Totals of a cart. Amounts are in the currency of the cart, and those with `base_` in the base currency.",
  { mayLack: ["coupon_code", "base_subtotal_incl_tax", "weee_tax_applied_amount"] },
)
export class CartTotals {
  @amount("Amount to pay, tax included.")
  grand_total?: DecimalText | null;

  @amount("Amount to pay, tax included.")
  base_grand_total?: DecimalText | null;

  @amount("Sum of the items without tax.")
  subtotal?: DecimalText | null;

  @amount("Sum of the items without tax.")
  base_subtotal?: DecimalText | null;

  @amount("Discount, zero or less; includes the shipping discount.")
  discount_amount?: DecimalText | null;

  @amount("Discount, zero or less; includes the shipping discount.")
  base_discount_amount?: DecimalText | null;

  @amount("Subtotal after the discount.")
  subtotal_with_discount?: DecimalText | null;

  @amount("Subtotal after the discount.")
  base_subtotal_with_discount?: DecimalText | null;

  @amount("Shipping without tax.")
  shipping_amount?: DecimalText | null;

  @amount("Shipping without tax.")
  base_shipping_amount?: DecimalText | null;

  @amount("Shipping discount, zero or more.")
  shipping_discount_amount?: DecimalText | null;

  @amount("Shipping discount, zero or more.")
  base_shipping_discount_amount?: DecimalText | null;

  @amount("Tax, including tax on shipping.")
  tax_amount?: DecimalText | null;

  @amount("Tax, including tax on shipping.")
  base_tax_amount?: DecimalText | null;

  @amount("Fixed product taxes; always null, because Portico does not support them.")
  weee_tax_applied_amount?: DecimalText | null;

  @amount("Tax on shipping.")
  shipping_tax_amount?: DecimalText | null;

  @amount("Tax on shipping.")
  base_shipping_tax_amount?: DecimalText | null;

  @amount("Sum of the items with tax.")
  subtotal_incl_tax?: DecimalText | null;

  @amount("Sum of the items with tax.")
  base_subtotal_incl_tax?: DecimalText | null;

  @amount("Shipping with tax.")
  shipping_incl_tax?: DecimalText | null;

  @amount("Shipping with tax.")
  base_shipping_incl_tax?: DecimalText | null;

  @Field(() => String, { nullable: true, description: "Code of the base currency." })
  base_currency_code?: string | null;

  @Field(() => String, { nullable: true, description: "Code of the currency of the cart." })
  quote_currency_code?: string | null;

  @Field(() => String, { nullable: true, description: "Code of the applied coupon." })
  coupon_code?: string | null;

  @Field(() => Decimal, { nullable: true, description: "Total quantity of all items." })
  items_qty?: DecimalText | null;

  @Field(() => [TotalsItem], { nullable: true, description: "Totals of the items." })
  items?: TotalsItem[] | null;

  @Field(() => [TotalSegment], { nullable: true, description: "Segments of the totals in display order." })
  total_segments?: TotalSegment[] | null;

  @Field(() => CartTotalsExtension, {
    nullable: true,
    description: "Label of the coupon, store credit and reward points.",
  })
  extension_attributes?: CartTotalsExtension | null;
}
