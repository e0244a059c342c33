import { Field, Int } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../../../api/contract/extension-attributes.js";
import { Decimal, type DecimalText, Money } from "../../../../api/contract/scalars.js";
import { Shape } from "../../../../api/contract/shape.js";

@Shape("CreditmemoItemCreation", "Units of an order item to refund.")
export class CreditmemoItemCreation {
  @Field(() => Int, { nullable: true, description: "Id of the order item." })
  order_item_id?: number | null;

  @Field(() => Decimal, {
    nullable: true,
    description:
      "Units, at most those that are invoiced and not yet refunded; 0 to refund only shipping or an adjustment.",
  })
  qty?: DecimalText | null;
}

@ExtensionAttributes("CreditmemoCreationArguments")
export class CreditmemoCreationArgumentsExtension {
  @Extension(() => [Int], "Ids of the order items whose units go back to stock, or of their parent items.")
  return_to_stock_items?: number[] | null;

  @Extension(
    () => Money,
    "Amount to pay to the customer's store credit instead, in base currency, with at most two decimal places. The amount " +
      "that store credit paid always goes back to it.",
    "commerce",
  )
  customer_balance_amount?: DecimalText | null;

  @Extension(
    () => Boolean,
    "Whether to return the reward points that paid for the order; by default the setting magento_reward/general/refund_automatically.",
    "commerce",
  )
  refund_reward_points?: boolean | null;
}

@Shape("CreditmemoCreationArguments", "Shipping and adjustments of a refund, and where goods and money go.")
export class CreditmemoCreationArguments {
  @Field(() => Money, {
    nullable: true,
    description:
      "Shipping to refund, in base currency; by default all that is left, 0 for none. Includes tax if documents show shipping with tax (tax/sales_display/shipping).",
  })
  shipping_amount?: DecimalText | null;

  @Field(() => Money, {
    nullable: true,
    description: "Adjustment refund, in addition to goods and shipping, in base currency; never negative.",
  })
  adjustment_positive?: DecimalText | null;

  @Field(() => Money, {
    nullable: true,
    description: "Adjustment fee, which is kept, in base currency; never negative.",
  })
  adjustment_negative?: DecimalText | null;

  @Field(() => CreditmemoCreationArgumentsExtension, {
    nullable: true,
    description: "Items to return to stock, and refunds to store credit and reward points.",
  })
  extension_attributes?: CreditmemoCreationArgumentsExtension | null;
}
