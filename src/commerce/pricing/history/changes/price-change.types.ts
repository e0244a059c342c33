import { Field, Int } from "type-graphql";
import { OutputShape } from "../../../../api/contract/shape.js";
import { SearchResults } from "../../../../api/search-criteria/search-results.js";
import { PriceKey, PriceOrDates } from "../../price-fields.types.js";

@OutputShape("RecordedPrice", "A price before or after a change.")
export class RecordedPrice extends PriceOrDates {}

@OutputShape("PriceChange", "A change of a price: the old price, the new price, who changed it and how.")
export class PriceChange extends PriceKey {
  @Field(() => String, { description: "Id of the change." })
  id!: string;

  @Field(() => String, { description: "Time of the change: ISO 8601, in UTC." })
  changed_at!: string;

  @Field(() => String, {
    description:
      "Who changed the price: `administrator`, `integration`, `customer`, `guest`, or `system` for commands.",
  })
  actor_type!: string;

  @Field(() => Int, { nullable: true, description: "Id of the administrator, integration or customer." })
  actor_id!: number | null;

  @Field(() => String, {
    nullable: true,
    description: "User name of the administrator or name of the integration; null for others and deleted ones.",
  })
  actor_name!: string | null;

  @Field(() => String, {
    description: "Service and method that changed the price, such as `SpecialPriceStorage.update`, or a command.",
  })
  call!: string;

  @Field(() => String, { description: "Id of the request, as in the header `X-Request-Id`." })
  request_id!: string;

  @Field(() => String, { nullable: true, description: "Id of the bulk whose operation changed the price." })
  bulk_uuid!: string | null;

  @Field(() => Int, { nullable: true, description: "Number of the operation in the bulk." })
  operation_id!: number | null;

  @Field(() => Int, { description: "Id of the product, which may have been deleted since." })
  product_id!: number;

  @Field(() => String, { description: "SKU of the product at that time." })
  sku!: string;

  @Field(() => RecordedPrice, { nullable: true, description: "The price before; null if there was none." })
  old!: RecordedPrice | null;

  @Field(() => RecordedPrice, { nullable: true, description: "The price after; null if it was deleted." })
  new!: RecordedPrice | null;
}

@OutputShape("PriceChangeSearchResults", "A page of price changes.")
export class PriceChangePage extends SearchResults(PriceChange) {
  @Field(() => Int, { description: "Number of matching changes on all pages, or after the cursor." })
  override total_count!: number;

  @Field(() => String, {
    nullable: true,
    description: "Cursor after the last change of the page, for calls with `after`; null for other calls.",
  })
  next!: string | null;
}
