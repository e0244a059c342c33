import { Field } from "type-graphql";
import { OutputShape } from "../contract/shape.js";

@OutputShape("MetadataObject", "An attribute, identified by its code.")
export class MetadataObject {
  @Field(() => String, { description: "Code of the attribute." })
  attribute_code!: string;
}
