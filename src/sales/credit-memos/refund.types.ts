import { Field, Int } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../contract/extension-attributes.js";
import { Decimal, type DecimalText, Money } from "../../contract/scalars.js";
import { Shape } from "../../contract/shape.js";

@Shape("CreditmemoItemCreation", "Units of a line of an order to refund.")
export class CreditmemoItemCreation {
  @Field(() => Int, { nullable: true, description: "Id of the line of the order." })
  order_item_id?: number | null;

  @Field(() => Decimal, {
    nullable: true,
    description: "Units, at most those that are invoiced and not refunded; 0 to refund only shipping or an adjustment.",
  })
  qty?: DecimalText | null;
}

@ExtensionAttributes("CreditmemoCreationArguments")
export class CreditmemoCreationArgumentsExtension {
  @Extension(() => [Int], "Ids of the lines of the order whose units go back to stock, or of lines above them.")
  return_to_stock_items?: number[] | null;

  @Extension(
    () => Money,
    "How much of the money goes to the store credit of the customer instead, in base currency, with two digits at most. " +
      "What store credit paid goes back in any case.",
    "commerce",
  )
  customer_balance_amount?: DecimalText | null;

  @Extension(
    () => Boolean,
    "Whether the points that paid go back; by default as magento_reward/general/refund_automatically says.",
    "commerce",
  )
  refund_reward_points?: boolean | null;
}

@Shape("CreditmemoCreationArguments", "What a refund pays beside lines, in base currency, and where it goes.")
export class CreditmemoCreationArguments {
  @Field(() => Money, {
    nullable: true,
    description:
      "Shipping to refund, with tax if documents show shipping so (tax/sales_display/shipping), in base currency; by default all that is left, 0 for none.",
  })
  shipping_amount?: DecimalText | null;

  @Field(() => Money, {
    nullable: true,
    description: "What is paid beside goods and shipping, in base currency; never negative.",
  })
  adjustment_positive?: DecimalText | null;

  @Field(() => Money, { nullable: true, description: "Fee that is kept, in base currency; never negative." })
  adjustment_negative?: DecimalText | null;

  @Field(() => CreditmemoCreationArgumentsExtension, {
    nullable: true,
    description: "What goes back to stock, and what goes to store credit and points.",
  })
  extension_attributes?: CreditmemoCreationArgumentsExtension | null;
}
