import { Field, Int, ObjectType } from "type-graphql";
import { OneOf } from "../../api/contract/closed-set.js";
import { Decimal, type DecimalText, Money } from "../../api/contract/scalars.js";
import { priceKind, tierPriceType } from "./closed-sets.types.js";

const price =
  "Price in the website's base currency; a percentage for tier prices of type `discount` and special prices of bundles.";

/** A price with its type and dates. Of a special price, possibly only the dates are stored. */
@ObjectType()
export abstract class PriceOrDates {
  @Field(() => Money, {
    nullable: true,
    description: `${price} Null if only the dates of a special price are stored.`,
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

/** A price with its type and dates. */
@ObjectType()
export abstract class PriceValue extends PriceOrDates {
  @Field(() => Money, { description: price })
  override price!: DecimalText;
}

const websiteId = {
  nullable: true,
  description: "Id of the website of a tier price; 0 for all websites. Null for other kinds.",
};

const storeId = {
  nullable: true,
  description: "Id of the store view; 0 for all store views. Null for tier prices.",
};

/** Identifies a price of a product. */
@ObjectType()
export abstract class PriceKey {
  @OneOf(priceKind)
  @Field(() => String, { description: "Kind of price." })
  kind!: string;

  @Field(() => Int, storeId)
  store_id?: number | null;

  @Field(() => Int, websiteId)
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

/** The product and key of a price that a call or a file would change. */
@ObjectType()
export abstract class PriceToChange {
  @Field(() => String, { description: "SKU of the product." })
  sku!: string;

  @OneOf(priceKind)
  @Field(() => String, { description: "Kind of price." })
  kind!: string;

  @Field(() => Int, storeId)
  store_id!: number | null;

  @Field(() => Int, websiteId)
  website_id!: number | null;

  @Field(() => String, { nullable: true, description: "Name of the customer group; tier prices only." })
  customer_group!: string | null;

  @Field(() => Decimal, { nullable: true, description: "Minimum quantity; tier prices only." })
  quantity!: DecimalText | null;
}
