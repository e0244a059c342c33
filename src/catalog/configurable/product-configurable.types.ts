import { Field, Int } from "type-graphql";
import { Shape } from "../../contract/shape.js";

@Shape("ConfigurableOptionValue", "A value of an attribute that variations differ by.")
export class ConfigurableOptionValue {
  @Field(() => Int, { nullable: true, description: "Id of the attribute's option." })
  value_index?: number | null;
}

@Shape("ConfigurableOption", "An attribute that the variations of a product differ by.")
export class ConfigurableOption {
  @Field(() => Int, { nullable: true, description: "Id of the option; absent for a new one." })
  id?: number | null;

  @Field(() => String, { nullable: true, description: "Id of the attribute." })
  attribute_id?: string | null;

  @Field(() => String, { nullable: true, description: "Label of the option." })
  label?: string | null;

  @Field(() => Int, { nullable: true, description: "Place among the options." })
  position?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the attribute's own label is shown." })
  is_use_default?: boolean | null;

  @Field(() => [ConfigurableOptionValue], { nullable: true, description: "Values that variations have." })
  values?: ConfigurableOptionValue[] | null;

  @Field(() => Int, { nullable: true, description: "Id of the configurable product; read only." })
  product_id?: number | null;
}
