import { Field, Int } from "type-graphql";
import { Extension, ExtensionAttributes } from "../contract/extension-attributes.js";
import { Decimal, type DecimalText, Money } from "../contract/scalars.js";
import { Shape } from "../contract/shape.js";
import { ProductOption } from "./options/product-option.types.js";
import { RuleDiscount } from "./rule-discount.types.js";

@ExtensionAttributes("CartItem")
export class CartItemExtension {
  @Extension(() => [RuleDiscount], "What each sales rule discounts on the line.")
  discounts?: RuleDiscount[] | null;
}

@Shape("CartItem", "A line of a cart.")
export class CartItem {
  @Field(() => Int, { nullable: true, description: "Id; without one the product is added." })
  item_id?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "SKU of the product; of a configurable product in a cart it is the variation's.",
  })
  sku?: string | null;

  @Field(() => Decimal, { nullable: true, description: "Units." })
  qty?: DecimalText | null;

  @Field(() => String, { nullable: true, description: "Name in the store view of the cart; read-only." })
  name?: string | null;

  @Field(() => Money, {
    nullable: true,
    description: "Price of a unit in the base currency, without tax; ignored when sent.",
  })
  price?: DecimalText | null;

  @Field(() => String, { nullable: true, description: "Type of the product; read-only." })
  product_type?: string | null;

  @Field(() => String, { nullable: true, description: "Id of the cart; of a guest's cart its masked id." })
  quote_id?: string | null;

  @Field(() => ProductOption, { nullable: true, description: "What was chosen of the product." })
  product_option?: ProductOption | null;

  @Field(() => CartItemExtension, { nullable: true, description: "Discounts." })
  extension_attributes?: CartItemExtension | null;
}
