import { Field, Int } from "type-graphql";
import { ReadOnly } from "../../../api/contract/request-fields.js";
import { Shape } from "../../../api/contract/shape.js";

@Shape("ConfigurableOptionValue", "A value of an attribute that distinguishes variations.", { mayLack: [] })
export class ConfigurableOptionValue {
  @Field(() => Int, { nullable: true, description: "Id of the attribute option." })
  value_index?: number | null;
}

@Shape("ConfigurableOption", "An option of a configurable product: an attribute that distinguishes its variations.", {
  always: ["id", "attribute_id", "position", "is_use_default", "product_id"],
})
export class ConfigurableOption {
  @Field(() => Int, { nullable: true, description: "Id of the option; omit to create one." })
  id?: number | null;

  @Field(() => String, { nullable: true, description: "Id of the attribute." })
  attribute_id?: string | null;

  @Field(() => String, { nullable: true, description: "Label of the option." })
  label?: string | null;

  @Field(() => Int, { nullable: true, description: "Sort order among the options." })
  position?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the attribute's own label is used." })
  is_use_default?: boolean | null;

  @Field(() => [ConfigurableOptionValue], { nullable: true, description: "The values of the variations." })
  values?: ConfigurableOptionValue[] | null;

  @ReadOnly(() => Int, "Id of the configurable product.")
  product_id?: number | null;
}
