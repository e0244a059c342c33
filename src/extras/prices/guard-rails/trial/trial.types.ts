import { Field, Int } from "type-graphql";
import { OneOf } from "../../../../api/contract/closed-set.js";
import { Decimal, type DecimalText } from "../../../../api/contract/scalars.js";
import { OutputShape } from "../../../../api/contract/shape.js";
import { PriceChange } from "../../../../commerce/pricing/history/changes/price-change.types.js";
import { brokenLimit } from "../../closed-sets.types.js";

@OutputShape("PriceGuardRailTrialRow", "A recorded price change that a guard-rail would have stopped.")
export class PriceGuardRailTrialRow {
  @Field(() => PriceChange, { description: "The change." })
  change!: PriceChange;

  @Field(() => Decimal, {
    nullable: true,
    description:
      "Change in percent of the price that applied before, rounded to 2 decimals. Null without one, and for a price of 0.",
  })
  percent!: DecimalText | null;

  @OneOf(brokenLimit)
  @Field(() => String, { description: "The first limit that the change breaks." })
  limit!: string;
}

@OutputShape("PriceGuardRailTrial", "What a guard-rail would have stopped.")
export class PriceGuardRailTrial {
  @Field(() => String, { description: "Changes since this time were examined: ISO 8601, in UTC." })
  since!: string;

  @Field(() => Int, { description: "Number of examined changes, of the guard-rail's kind on its websites." })
  examined!: number;

  @Field(() => Int, { description: "Number of changes that the guard-rail would have stopped." })
  stopped!: number;

  @Field(() => Int, { description: "Number of calls with such a change. A price file is one call." })
  calls!: number;

  @Field(() => [PriceGuardRailTrialRow], {
    description: "The 20 largest of these changes in percent, the largest first.",
  })
  largest!: PriceGuardRailTrialRow[];
}
