import { Field, Int, OutputShape } from "portico/extension";

@OutputShape("{{Prefix}}Note", "A note about a product.")
export class Note {
  @Field(() => Int, { description: "Id." })
  id!: number;

  @Field(() => String, { description: "SKU of the product." })
  sku!: string;

  @Field(() => String, { description: "Text." })
  text!: string;
}
