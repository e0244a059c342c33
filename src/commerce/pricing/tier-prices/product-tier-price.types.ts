import { Field, Int } from "type-graphql";
import { Shape } from "../../../api/contract/shape.js";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { Decimal, type DecimalText, Money } from "../../../api/contract/scalars.js";

/** `extension_attributes` of a product's tier price. */
@ExtensionAttributes("ProductTierPrice")
export class ProductTierPriceExtension {
  @Extension(() => Decimal, "Discount in percent, if the tier price is not a fixed amount.")
  percentage_value?: DecimalText | null;

  @Extension(() => Int, "Id of the website; 0 for every website.")
  website_id?: number | null;
}

@Shape("ProductTierPrice", "A price of a product for a customer group, from a minimum quantity.", { always: ["value"] })
export class ProductTierPrice {
  @Field(() => Int, { description: "Id of the customer group; 32000 for every group." })
  customer_group_id!: number;

  @Field(() => Decimal, { description: "Minimum quantity." })
  qty!: DecimalText;

  @Field(() => Money, {
    nullable: true,
    description: "Unit price in the website's base currency; absent if the tier price is a discount in percent.",
  })
  value?: DecimalText | null;

  @Field(() => ProductTierPriceExtension, { nullable: true, description: "Website and discount of the tier price." })
  extension_attributes?: ProductTierPriceExtension | null;
}
