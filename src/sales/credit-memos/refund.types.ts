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
}

@Shape("CreditmemoCreationArguments", "What a refund pays beside lines, in base currency, and what goes back to stock.")
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

  @Field(() => CreditmemoCreationArgumentsExtension, { nullable: true, description: "What goes back to stock." })
  extension_attributes?: CreditmemoCreationArgumentsExtension | null;
}
