import { Field } from "type-graphql";
import { Decimal, type DecimalText } from "../../contract/scalars.js";
import { Shape } from "../../contract/shape.js";

@Shape("SourceItemConfiguration", "When a SKU counts as low at a source.")
export class SourceItemConfiguration {
  @Field(() => String, { nullable: true, description: "Code of the source, in any case." })
  source_code?: string | null;

  @Field(() => Decimal, {
    nullable: true,
    description: "Quantity below which the SKU is low. Null takes it from the settings.",
  })
  notify_stock_qty?: DecimalText | null;

  @Field(() => String, { nullable: true, description: "SKU, in any case." })
  sku?: string | null;
}
