import { Field, Int } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { ReadOnly } from "../../../api/contract/request-fields.js";
import { Decimal, type DecimalText, Money } from "../../../api/contract/scalars.js";
import { Shape } from "../../../api/contract/shape.js";
import { ProductOption } from "../options/product-option.types.js";
import { RuleDiscount } from "../coupons/rule-discount.types.js";

@ExtensionAttributes("CartItem")
export class CartItemExtension {
  @Extension(() => [RuleDiscount], "Discount of each cart price rule on the item.")
  discounts?: RuleDiscount[] | null;
}

@Shape("CartItem", "An item of a cart.", {
  always: ["item_id", "name", "price", "product_type", "qty", "quote_id", "sku"],
})
export class CartItem {
  @Field(() => Int, { nullable: true, description: "Id of the cart item. Omit it to add the product." })
  item_id?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "SKU of the product. In a cart, a configurable product has the SKU of the chosen variation.",
  })
  sku?: string | null;

  @Field(() => Decimal, { nullable: true, description: "Quantity." })
  qty?: DecimalText | null;

  @ReadOnly(() => String, "Name in the store view of the cart.")
  name?: string | null;

  @ReadOnly(() => Money, "Unit price in the base currency, without tax.")
  price?: DecimalText | null;

  @ReadOnly(() => String, "Type of the product.")
  product_type?: string | null;

  @Field(() => String, { nullable: true, description: "Id of the cart, or the masked id of a guest's cart." })
  quote_id?: string | null;

  @Field(() => ProductOption, { nullable: true, description: "Options chosen for the product." })
  product_option?: ProductOption | null;

  @Field(() => CartItemExtension, { nullable: true, description: "Discounts." })
  extension_attributes?: CartItemExtension | null;
}
