import { Field, Int } from "type-graphql";
import { type DecimalText, Money } from "../../../api/contract/scalars.js";
import { Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";

@Shape(
  "RewardRate",
  "A rate between reward points and money. A rate for a customer group takes precedence over a rate for a website.",
)
export class RewardRate {
  @Field(() => Int, { nullable: true, description: "Id; assigned by the service." })
  rate_id?: number | null;

  @Field(() => Int, { description: "Id of the website; 0 means all." })
  website_id!: number;

  @Field(() => Int, { description: "Id of the customer group; 0 means all." })
  customer_group_id!: number;

  @Field(() => Int, { description: "1: points pay an amount; 2: an amount paid earns points." })
  direction!: number;

  @Field(() => Int, { description: "Number of points in a group, above zero. Only whole groups are converted." })
  points!: number;

  @Field(() => Money, { description: "Amount in base currency, above zero, with at most two decimals." })
  currency_amount!: DecimalText;
}

export const RewardRateSearchResults = SearchResults(RewardRate);
export type RewardRateSearchResults = SearchResults<RewardRate>;
