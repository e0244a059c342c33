import { Field } from "type-graphql";
import { Shape } from "../../../api/contract/shape.js";
import { Mixed } from "../../../api/contract/scalars.js";

@Shape("CustomAttribute", "The value of an attribute that has no field of its own in the shape.")
export class CustomAttribute {
  @Field(() => String, { description: "Code of the attribute." })
  attribute_code!: string;

  @Field(() => Mixed, {
    nullable: true,
    description: "Text, or a list of texts; null deletes the value in the current scope.",
  })
  value?: unknown;
}
