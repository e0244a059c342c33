import { Field, Int } from "type-graphql";
import { OutputShape, Shape } from "../../../api/contract/shape.js";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";
import { OneOf, Values } from "../../../api/contract/closed-set.js";
import { optionInput, optionPriceType } from "../closed-sets.types.js";

@Shape("CustomOptionValue", "A value of a custom option.", {
  always: ["option_type_id", "title", "sort_order"],
  lacksInRest: true,
})
export class CustomOptionValue {
  @Field(() => Int, { nullable: true, description: "Id of the value; omit or send 0 to create one." })
  option_type_id?: number | null;

  @Field(() => String, { nullable: true, description: "Title in the store view." })
  title?: string | null;

  @Field(() => Int, { nullable: true, description: "Sort order among the values." })
  sort_order?: number | null;

  @Field(() => Decimal, { nullable: true, description: "Surcharge: an amount or a percentage of the price." })
  price?: DecimalText | null;

  @OneOf(optionPriceType)
  @Field(() => String, {
    nullable: true,
    description: "Whether `price` is an amount in base currency or a percentage.",
  })
  price_type?: string | null;

  @Field(() => String, { nullable: true, description: "Appended to the product's SKU when the value is ordered." })
  sku?: string | null;
}

@Shape("CustomOption", "A custom option: something a customer enters or chooses when ordering a product.", {
  mayLack: ["file_extension", "image_size_x", "image_size_y", "max_characters", "price", "price_type", "sku"],
  lacksInRest: ["is_require", "sort_order"],
})
export class CustomOption {
  @Field(() => String, { nullable: true, description: "SKU of the product." })
  product_sku?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the option; omit or send 0 to create one." })
  option_id?: number | null;

  @Field(() => String, { nullable: true, description: "Title in the store view." })
  title?: string | null;

  @OneOf(optionInput)
  @Field(() => String, {
    nullable: true,
    description: "What a shopper enters or chooses.",
  })
  type?: string | null;

  @Field(() => Int, { nullable: true, description: "Sort order among the options." })
  sort_order?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the customer must fill it in." })
  is_require?: boolean | null;

  @Field(() => Decimal, {
    nullable: true,
    description: "Surcharge of an option without values: an amount or a percentage of the price.",
  })
  price?: DecimalText | null;

  @OneOf(optionPriceType)
  @Field(() => String, {
    nullable: true,
    description: "Whether `price` is an amount in base currency or a percentage.",
  })
  price_type?: string | null;

  @Field(() => String, { nullable: true, description: "Appended to the product's SKU when the option is ordered." })
  sku?: string | null;

  @Field(() => String, { nullable: true, description: "Comma-separated file extensions that are accepted." })
  file_extension?: string | null;

  @Field(() => Int, { nullable: true, description: "Maximum text length in characters; 0 means unlimited." })
  max_characters?: number | null;

  @Field(() => Int, { nullable: true, description: "Maximum image width in pixels; 0 means unlimited." })
  image_size_x?: number | null;

  @Field(() => Int, { nullable: true, description: "Maximum image height in pixels; 0 means unlimited." })
  image_size_y?: number | null;

  @Field(() => [CustomOptionValue], {
    nullable: true,
    description: "The values of a drop-down, radio, checkbox or multiple-choice option.",
  })
  values?: CustomOptionValue[] | null;
}

@OutputShape("CustomOptionType", "A type of custom options.")
export class CustomOptionType {
  @Field(() => String, { description: "Display name." })
  label!: string;

  @Field(() => String, { description: "Code of the type, as in an option's `type`." })
  code!: string;

  @Values("Text", "File", "Select", "Date")
  @Field(() => String, { description: "Group of the type: Text, File, Select or Date." })
  group!: string;
}
