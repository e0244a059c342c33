import { Field, Int } from "type-graphql";
import { OutputShape, Shape } from "../../../api/contract/shape.js";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";
import { OneOf } from "../../../api/contract/closed-set.js";
import { bundleInput, bundlePriceType } from "../closed-sets.types.js";

@Shape("BundleLink", "A selection: one of the products that an option of a bundle offers.", {
  mayLack: ["price", "price_type"],
})
export class BundleLink {
  @Field(() => String, { nullable: true, description: "Id of the selection; omit to create one." })
  id?: string | null;

  @Field(() => String, { nullable: true, description: "SKU of the product." })
  sku?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the option." })
  option_id?: number | null;

  @Field(() => Decimal, { nullable: true, description: "Quantity of the product in one bundle." })
  qty?: DecimalText | null;

  @Field(() => Int, { nullable: true, description: "Sort order within the option." })
  position?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether it is preselected." })
  is_default?: boolean | null;

  @Field(() => Decimal, {
    nullable: true,
    description:
      "In a bundle with a fixed price, an amount in base currency or a percentage of the bundle's price. In a bundle with a dynamic price, the price of the product, read-only.",
  })
  price?: DecimalText | null;

  @OneOf(bundlePriceType, { isLenient: true })
  @Field(() => Int, { nullable: true, description: "Whether `price` is a fixed amount or a percentage." })
  price_type?: number | null;

  @Field(() => Int, { nullable: true, description: "1 if the customer can change the quantity, otherwise 0." })
  can_change_quantity?: number | null;
}

@Shape("BundleOption", "An option of a bundle product.", { mayLack: [] })
export class BundleOption {
  @Field(() => Int, { nullable: true, description: "Id of the option; omit to create one." })
  option_id?: number | null;

  @Field(() => String, { nullable: true, description: "Title in the store view." })
  title?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether a choice is required." })
  required?: boolean | null;

  @OneOf(bundleInput)
  @Field(() => String, { nullable: true, description: "How a shopper chooses products of the option." })
  type?: string | null;

  @Field(() => Int, { nullable: true, description: "Sort order among the options." })
  position?: number | null;

  @Field(() => String, { nullable: true, description: "SKU of the bundle." })
  sku?: string | null;

  @Field(() => [BundleLink], { nullable: true, description: "The products to choose from." })
  product_links?: BundleLink[] | null;
}

@OutputShape("BundleOptionType", "An input type of bundle options.")
export class BundleOptionType {
  @Field(() => String, { description: "Display name." })
  label!: string;

  @Field(() => String, { description: "Code: a value for the `type` of an option." })
  code!: string;
}
