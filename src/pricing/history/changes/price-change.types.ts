import { Field, Int, ObjectType } from "type-graphql";
import { Decimal, type DecimalText, Money } from "../../../contract/scalars.js";
import { OutputShape } from "../../../contract/shape.js";
import { SearchCriteria } from "../../../search-criteria/search-criteria.types.js";
import { OneOf } from "../../../contract/closed-set.js";
import { priceKind, tierPriceType } from "../../closed-sets.types.js";

@OutputShape("RecordedPrice", "A price before or after a change.")
export class RecordedPrice {
  @Field(() => Money, {
    nullable: true,
    description:
      "Amount in the website's base currency; a percentage for tier prices of type `discount` and special prices of bundles. Null if only the dates of a special price are stored.",
  })
  price!: DecimalText | null;

  @OneOf(tierPriceType)
  @Field(() => String, { nullable: true, description: "Whether the price is fixed or a discount; tier prices only." })
  price_type?: string | null;

  @Field(() => String, { nullable: true, description: "Start of a special price, `YYYY-MM-DD hh:mm:ss`." })
  price_from?: string | null;

  @Field(() => String, { nullable: true, description: "End of a special price, `YYYY-MM-DD hh:mm:ss`." })
  price_to?: string | null;
}

/** Identifies a price of a product. */
@ObjectType()
export class PriceKey {
  @OneOf(priceKind)
  @Field(() => String, { description: "Kind of price." })
  kind!: string;

  @Field(() => Int, {
    nullable: true,
    description: "Id of the store view; 0 is the value for all store views. Null for tier prices.",
  })
  store_id?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Id of the website of a tier price; 0 for all websites. Null for other kinds.",
  })
  website_id?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Name of the customer group of a tier price, or `all groups`; null if the group was deleted.",
  })
  customer_group?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the customer group of a tier price; 32000 for all groups." })
  customer_group_id?: number | null;

  @Field(() => Decimal, { nullable: true, description: "Minimum quantity of a tier price." })
  quantity?: DecimalText | null;
}

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
export class PriceChangePage {
  @Field(() => [PriceChange], { description: "The changes of the page, in the requested order." })
  items!: PriceChange[];

  @Field(() => SearchCriteria, { description: "The search criteria of the request, normalized." })
  search_criteria!: SearchCriteria;

  @Field(() => Int, { description: "Number of matching changes on all pages, or after the cursor." })
  total_count!: number;

  @Field(() => String, {
    nullable: true,
    description: "Cursor after the last change of the page, for calls with `after`; null for other calls.",
  })
  next!: string | null;
}
