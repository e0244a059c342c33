import { Field, Int } from "type-graphql";
import { OutputShape, Shape } from "../../contract/shape.js";
import { Decimal, type DecimalText } from "../../contract/scalars.js";

@Shape("CustomOptionValue", "A choice that a custom option offers.")
export class CustomOptionValue {
  @Field(() => Int, { nullable: true, description: "Id of the choice; absent or 0 for a new one." })
  option_type_id?: number | null;

  @Field(() => String, { nullable: true, description: "Title in the store view." })
  title?: string | null;

  @Field(() => Int, { nullable: true, description: "Place among the choices." })
  sort_order?: number | null;

  @Field(() => Decimal, { nullable: true, description: "Surcharge: an amount, or a percentage of the price." })
  price?: DecimalText | null;

  @Field(() => String, { nullable: true, description: "`fixed` (amount in the base currency) or `percent`." })
  price_type?: string | null;

  @Field(() => String, { nullable: true, description: "Appended to the product's SKU when the choice is ordered." })
  sku?: string | null;
}

@Shape("CustomOption", "Something a buyer enters or chooses for a product.")
export class CustomOption {
  @Field(() => String, { nullable: true, description: "SKU of the product." })
  product_sku?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the option; absent or 0 for a new one." })
  option_id?: number | null;

  @Field(() => String, { nullable: true, description: "Title in the store view." })
  title?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "field, area, file, drop_down, radio, checkbox, multiple, date, date_time or time.",
  })
  type?: string | null;

  @Field(() => Int, { nullable: true, description: "Place among the options." })
  sort_order?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether a buyer must fill it in." })
  is_require?: boolean | null;

  @Field(() => Decimal, {
    nullable: true,
    description: "Surcharge of an option without choices: an amount, or a percentage of the price.",
  })
  price?: DecimalText | null;

  @Field(() => String, { nullable: true, description: "`fixed` (amount in the base currency) or `percent`." })
  price_type?: string | null;

  @Field(() => String, { nullable: true, description: "Appended to the product's SKU when the option is ordered." })
  sku?: string | null;

  @Field(() => String, { nullable: true, description: "Extensions that a file may have, separated by commas." })
  file_extension?: string | null;

  @Field(() => Int, { nullable: true, description: "Longest text in characters; 0 sets no limit." })
  max_characters?: number | null;

  @Field(() => Int, { nullable: true, description: "Largest width of an image in pixels; 0 sets no limit." })
  image_size_x?: number | null;

  @Field(() => Int, { nullable: true, description: "Largest height of an image in pixels; 0 sets no limit." })
  image_size_y?: number | null;

  @Field(() => [CustomOptionValue], { nullable: true, description: "Choices of a drop-down, radio and the like." })
  values?: CustomOptionValue[] | null;
}

@OutputShape("CustomOptionType", "A type of custom option.")
export class CustomOptionType {
  @Field(() => String, { description: "Name for people." })
  label!: string;

  @Field(() => String, { description: "Code of the type, as in an option's `type`." })
  code!: string;

  @Field(() => String, { description: "What a buyer does with it: Text, File, Select or Date." })
  group!: string;
}
