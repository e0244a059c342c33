import { Field, Int } from "type-graphql";
import { type DecimalText, Money } from "../../../../api/contract/scalars.js";
import { OutputShape } from "../../../../api/contract/shape.js";

const currency = "in the website's base currency, without cart price rules and custom options";

@OutputShape("LowestPrice", "The lowest price of a product in a period, for a customer group on a website.")
export class LowestPrice {
  @Field(() => String, { description: "SKU of the product." })
  sku!: string;

  @Field(() => Int, { description: "Id of the website." })
  website_id!: number;

  @Field(() => [Int], {
    description:
      "Ids of the store views of the website that have these prices. Store views with other prices have an entry of their own.",
  })
  store_ids!: number[];

  @Field(() => Int, { description: "Id of the customer group; 0 for guests." })
  customer_group_id!: number;

  @Field(() => String, { description: "Name of the customer group." })
  customer_group!: string;

  @Field(() => String, {
    description: "Start of the period, ISO 8601 in UTC. Later than requested if older changes were removed.",
  })
  since!: string;

  @Field(() => Money, { nullable: true, description: `Price of one unit now, ${currency}. Null without a base price.` })
  price!: DecimalText | null;

  @Field(() => Money, {
    nullable: true,
    description: "Lowest price of one unit in the period, including now. Null if there was no base price.",
  })
  lowest_price!: DecimalText | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Time since when the current special price has reduced the price without a break, ISO 8601 in UTC. A special price of another amount counts as another reduction. Null if no special price reduces the price now, or if its start is not known.",
  })
  reduced_since!: string | null;

  @Field(() => Money, {
    nullable: true,
    description:
      "Lowest price of one unit in the 30 days before the current reduction began, which Directive 98/6/EC, article 6a, requires shops to show. Null without `reduced_since`, or if there was no price before.",
  })
  lowest_before_reduction!: DecimalText | null;
}
