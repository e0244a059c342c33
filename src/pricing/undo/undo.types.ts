import { Field, Int } from "type-graphql";
import { OutputShape } from "../../contract/shape.js";
import { PriceKey } from "../history/price-change.types.js";

@OutputShape("PriceLeft", "A price that an undo left as it is.")
export class PriceLeft extends PriceKey {
  @Field(() => String, { description: "SKU of the product at the time of the change." })
  sku!: string;

  @Field(() => String, { description: "Why it was left." })
  reason!: string;
}

@OutputShape("PriceUndo", "What an undo did.")
export class PriceUndo {
  @Field(() => Int, { description: "Number of prices that are again as they were before." })
  restored!: number;

  @Field(() => [PriceLeft], { description: "The prices that were left as they are, with the reasons." })
  left!: PriceLeft[];
}
