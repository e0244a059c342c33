import { Field, Int } from "type-graphql";
import { type DecimalText, Money } from "../../contract/scalars.js";
import { Shape } from "../../contract/shape.js";
import { SearchResults } from "../../search-criteria/search-results.js";

@Shape("RewardRate", "A rate between reward points and money. One of a customer group counts before one of a website.")
export class RewardRate {
  @Field(() => Int, { nullable: true, description: "Id; assigned by the service." })
  rate_id?: number | null;

  @Field(() => Int, { description: "Id of the website; 0 for all." })
  website_id!: number;

  @Field(() => Int, { description: "Id of the customer group; 0 for all." })
  customer_group_id!: number;

  @Field(() => Int, { description: "1: points pay an amount; 2: an amount earns points." })
  direction!: number;

  @Field(() => Int, { description: "Points, above zero. Only whole groups of them count." })
  points!: number;

  @Field(() => Money, { description: "Amount in base currency, above zero, with two digits at most." })
  currency_amount!: DecimalText;
}

export const RewardRateSearchResults = SearchResults(RewardRate);
export type RewardRateSearchResults = SearchResults<RewardRate>;
