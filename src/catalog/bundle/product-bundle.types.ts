import { Field, Int } from "type-graphql";
import { OutputShape, Shape } from "../../contract/shape.js";
import { Decimal, type DecimalText } from "../../contract/scalars.js";

@Shape("BundleLink", "A product that a bundle's option offers.")
export class BundleLink {
  @Field(() => String, { nullable: true, description: "Id of the selection; absent for a new one." })
  id?: string | null;

  @Field(() => String, { nullable: true, description: "SKU of the product." })
  sku?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the option that offers it." })
  option_id?: number | null;

  @Field(() => Decimal, { nullable: true, description: "Quantity of the product in one bundle." })
  qty?: DecimalText | null;

  @Field(() => Int, { nullable: true, description: "Place within the option." })
  position?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether it is chosen at first." })
  is_default?: boolean | null;

  @Field(() => Decimal, {
    nullable: true,
    description: "In a bundle with a price of its own: an amount in the base currency, or a percentage of the price.",
  })
  price?: DecimalText | null;

  @Field(() => Int, { nullable: true, description: "What `price` is: 0 an amount, 1 a percentage." })
  price_type?: number | null;

  @Field(() => Int, { nullable: true, description: "1 where the buyer may change the quantity." })
  can_change_quantity?: number | null;
}

@Shape("BundleOption", "One choice that a bundle leaves to the buyer.")
export class BundleOption {
  @Field(() => Int, { nullable: true, description: "Id of the option; absent for a new one." })
  option_id?: number | null;

  @Field(() => String, { nullable: true, description: "Title in the store view." })
  title?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether a buyer must choose." })
  required?: boolean | null;

  @Field(() => String, { nullable: true, description: "select, radio, checkbox or multi." })
  type?: string | null;

  @Field(() => Int, { nullable: true, description: "Place among the options." })
  position?: number | null;

  @Field(() => String, { nullable: true, description: "SKU of the bundle." })
  sku?: string | null;

  @Field(() => [BundleLink], { nullable: true, description: "The products to choose from." })
  product_links?: BundleLink[] | null;
}

@OutputShape("BundleOptionType", "A way to show the products of a bundle's option.")
export class BundleOptionType {
  @Field(() => String, { description: "Name for people." })
  label!: string;

  @Field(() => String, { description: "Code, as in the `type` of an option." })
  code!: string;
}
