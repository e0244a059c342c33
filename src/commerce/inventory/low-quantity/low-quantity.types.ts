import { Field } from "type-graphql";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";
import { Shape } from "../../../api/contract/shape.js";

@Shape("SourceItemConfiguration", "The quantity below which a SKU counts as low on stock at a source.", {
  always: ["sku", "source_code"],
})
export class SourceItemConfiguration {
  @Field(() => String, { nullable: true, description: "Code of the source, case-insensitive." })
  source_code?: string | null;

  @Field(() => Decimal, {
    nullable: true,
    description: "Quantity below which the SKU counts as low on stock. Null uses the one in the settings.",
  })
  notify_stock_qty?: DecimalText | null;

  @Field(() => String, { nullable: true, description: "SKU, case-insensitive." })
  sku?: string | null;
}
