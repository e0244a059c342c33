import { Field, Int } from "type-graphql";
import { CountsRows } from "../../../api/contract/failed-rows.js";
import { OutputShape } from "../../../api/contract/shape.js";
import { PriceKey } from "../../../commerce/pricing/price-fields.types.js";

@OutputShape("PriceLeft", "A price that an undo did not restore.")
export class PriceLeft extends PriceKey {
  @Field(() => String, { description: "SKU of the product at the time of the change." })
  sku!: string;

  @Field(() => String, { description: "Reason why it was not restored." })
  reason!: string;
}

@CountsRows<PriceUndo>((_args, undo) =>
  undo ? { total: undo.restored + undo.left.length, failed: undo.left.length } : null,
)
@OutputShape("PriceUndo", "The result of an undo.")
export class PriceUndo {
  @Field(() => Int, { description: "Number of prices that were restored." })
  restored!: number;

  @Field(() => [PriceLeft], { description: "The prices that were not restored, with the reasons." })
  left!: PriceLeft[];
}
