import { Field, Int } from "type-graphql";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";
import { Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";

@Shape("SourceItem", "The quantity of a SKU at a source.", { mayLack: [] })
export class SourceItem {
  @Field(() => String, { nullable: true, description: "SKU, case-insensitive. The product need not exist." })
  sku?: string | null;

  @Field(() => String, { nullable: true, description: "Code of the source, case-insensitive." })
  source_code?: string | null;

  @Field(() => Decimal, { nullable: true, description: "Quantity at the source; may be negative." })
  quantity?: DecimalText | null;

  @Field(() => Int, {
    nullable: true,
    description: "1 in stock, 0 out of stock. The quantity of a SKU that is out of stock is not available.",
  })
  status?: number | null;
}

export const SourceItemSearchResults = SearchResults(SourceItem);
export type SourceItemSearchResults = SearchResults<SourceItem>;

@Shape("PartialTransferItem", "An amount of a SKU to move from one source to another.")
export class PartialTransferItem {
  @Field(() => String, { description: "SKU, case-insensitive." })
  sku!: string;

  @Field(() => Decimal, { description: "Amount to move, from 0 to the quantity at the origin." })
  qty!: DecimalText;
}
