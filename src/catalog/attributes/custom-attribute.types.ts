import { Field } from "type-graphql";
import { Shape } from "../../contract/shape.js";
import { Mixed } from "../../contract/scalars.js";

@Shape("CustomAttribute", "A value of an attribute that the shape has no field of its own for.")
export class CustomAttribute {
  @Field(() => String, { description: "Code of the attribute." })
  attribute_code!: string;

  @Field(() => Mixed, {
    nullable: true,
    description: "Text, or a list of texts; null takes the value away from the scope that the call is about.",
  })
  value?: unknown;
}
