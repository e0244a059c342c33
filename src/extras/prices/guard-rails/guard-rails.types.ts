import { Field, Int } from "type-graphql";
import { Decimal, type DecimalText, Money } from "../../../api/contract/scalars.js";
import { Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";
import { OneOf } from "../../../api/contract/closed-set.js";
import { priceKind } from "../../../commerce/pricing/closed-sets.types.js";
import { guardAction } from "../closed-sets.types.js";

@Shape(
  "PriceGuardRail",
  "Limits on price changes for one kind of price on one website. If a limit is null, that of website 0 applies, if there is one.",
)
export class PriceGuardRail {
  @Field(() => Int, { nullable: true, description: "Id; assigned by the service." })
  id?: number | null;

  @Field(() => Int, { nullable: true, description: "Id of the website; 0, the default, for all websites." })
  website_id?: number | null;

  @OneOf(priceKind)
  @Field(() => String, { description: "Kind of price." })
  kind!: string;

  @Field(() => Decimal, {
    nullable: true,
    description: "Largest rise in percent of the price that applied before; 0 or more.",
  })
  max_rise_percent?: DecimalText | null;

  @Field(() => Decimal, {
    nullable: true,
    description: "Largest fall in percent of the price that applied before; 0 to 100.",
  })
  max_fall_percent?: DecimalText | null;

  @Field(() => Decimal, {
    nullable: true,
    description: "Percent by which a price must at least exceed the cost of the product; 0 or more. Not for costs.",
  })
  floor_above_cost_percent?: DecimalText | null;

  @Field(() => Money, { nullable: true, description: "Highest price, in the website's base currency." })
  ceiling?: DecimalText | null;

  @Field(() => Int, { nullable: true, description: "Maximum number of prices that one call can change; 1 or more." })
  max_rows?: number | null;

  @OneOf(guardAction)
  @Field(() => String, {
    nullable: true,
    description:
      "What happens if rows break a limit: by default, they fail; otherwise the whole call waits for approval by another user.",
  })
  action?: string | null;
}

export const PriceGuardRailSearchResults = SearchResults(PriceGuardRail);
export type PriceGuardRailSearchResults = SearchResults<PriceGuardRail>;
