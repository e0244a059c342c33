import { Field, Int } from "type-graphql";
import { Decimal, type DecimalText, Money } from "../../../../api/contract/scalars.js";
import { OutputShape } from "../../../../api/contract/shape.js";
import { PriceKey } from "../../price-fields.types.js";
import { OneOf } from "../../../../api/contract/closed-set.js";
import { tierPriceType } from "../../closed-sets.types.js";

@OutputShape("PriceStep", "A stored price that a cart considers, with its outcome.")
export class PriceStep extends PriceKey {
  @Field(() => Money, {
    description: "Amount in the website's base currency; a percentage for tier prices of type `discount`.",
  })
  price!: DecimalText;

  @OneOf(tierPriceType)
  @Field(() => String, { nullable: true, description: "Whether the price is fixed or a discount; tier prices only." })
  price_type!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Start of a special price, `YYYY-MM-DD hh:mm:ss` in the default time zone; that of store 0 if the store view has none.",
  })
  price_from!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "End of a special price, like the start. A price that ends at midnight applies for that whole day.",
  })
  price_to!: string | null;

  @Field(() => Money, {
    nullable: true,
    description:
      "Unit price that results from this price alone, in the website's base currency. Null if this price does not apply.",
  })
  amount!: DecimalText | null;

  @Field(() => String, {
    description:
      "`wins`; `not_lowest`; `replaced` by a price of the store view, the website or the customer group; `inactive` because of its dates or an amount of 0; `other_group`; `other_website`; or `quantity` if more units are needed.",
  })
  outcome!: string;

  @Field(() => String, { description: "Reason for the outcome, as a sentence." })
  reason!: string;

  @Field(() => String, {
    nullable: true,
    description: "Id of the change in the history that set the price; null if the price is older than the history.",
  })
  change_id!: string | null;

  @Field(() => String, { nullable: true, description: "Time of this change: ISO 8601, in UTC." })
  changed_at!: string | null;
}

@OutputShape("PriceExplanation", "The price that a cart charges for a unit, and how it is determined.")
export class PriceExplanation {
  @Field(() => String, { description: "SKU of the product." })
  sku!: string;

  @Field(() => Int, { description: "Id of the store view." })
  store_id!: number;

  @Field(() => Int, { description: "Id of the website." })
  website_id!: number;

  @Field(() => Int, { description: "Id of the customer group; 0 for guests." })
  customer_group_id!: number;

  @Field(() => Decimal, { description: "Units in the cart." })
  quantity!: DecimalText;

  @Field(() => String, { description: "Time for which the price is explained: ISO 8601, in UTC." })
  at!: string;

  @Field(() => String, { description: "The currency of the amounts: the base currency of the website." })
  currency!: string;

  @Field(() => Money, {
    description: "Price that a cart charges for one unit, rounded to the currency; 0 without a base price.",
  })
  price!: DecimalText;

  @Field(() => [PriceStep], {
    description:
      "Base prices, then special prices, then tier prices. At most one wins: the lowest of those that apply.",
  })
  steps!: PriceStep[];
}
