import { Field, Int } from "type-graphql";
import { Shape } from "../contract/shape.js";
import { Extension, ExtensionAttributes } from "../contract/extension-attributes.js";
import { Decimal, type DecimalText, Money } from "../contract/scalars.js";

/** `extension_attributes` of a product's tier price. */
@ExtensionAttributes("ProductTierPrice")
export class ProductTierPriceExtension {
  @Extension(() => Decimal, "Discount in percent, where the tier price is no fixed amount.")
  percentage_value?: DecimalText | null;

  @Extension(() => Int, "Id of the website where the price holds; 0 is every website.")
  website_id?: number | null;
}

@Shape("ProductTierPrice", "A price of a product for a customer group, from a quantity on.")
export class ProductTierPrice {
  @Field(() => Int, { description: "Id of the customer group; 32000 is every group." })
  customer_group_id?: number | null;

  @Field(() => Decimal, { description: "Quantity from which the price holds." })
  qty?: DecimalText | null;

  @Field(() => Money, {
    nullable: true,
    description: "Price of one piece in the website's base currency; absent where the price is a discount in percent.",
  })
  value?: DecimalText | null;

  @Field(() => ProductTierPriceExtension, { nullable: true, description: "Website and percentage of the tier price." })
  extension_attributes?: ProductTierPriceExtension | null;
}
