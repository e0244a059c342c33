import { Field, Int } from "type-graphql";
import { Decimal, type DecimalText, Money } from "../../../api/contract/scalars.js";
import { OutputShape, Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";
import { PriceFileFailure } from "../files/price-files.types.js";
import { OneOf } from "../../../api/contract/closed-set.js";
import { priceKind, tierPriceType } from "../../../commerce/pricing/closed-sets.types.js";
import { scheduleState } from "../closed-sets.types.js";

/**
 * The ACL resource for schedules. The user who created or last changed a schedule must still have it when the schedule is
 * applied.
 */
export const schedulePermission = "Portico_Prices::schedules";

@Shape("ScheduledPrice", "A price that a schedule sets or deletes, like a row of a price file.")
export class ScheduledPrice {
  @OneOf(priceKind)
  @Field(() => String, { nullable: true, description: "Kind of price." })
  kind?: string | null;

  @Field(() => String, { nullable: true, description: "SKU of the product, case-insensitive." })
  sku?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the store view; default: 0, for all. Not for tier prices." })
  store_id?: number | null;

  @Field(() => Int, { nullable: true, description: "Id of the website; default: 0, for all. Tier prices only." })
  website_id?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Name of the customer group, or `all groups`. Tier prices only.",
  })
  customer_group?: string | null;

  @Field(() => Decimal, { nullable: true, description: "Minimum quantity, above 0. Tier prices only." })
  quantity?: DecimalText | null;

  @Field(() => Money, {
    nullable: true,
    description: "Price in the website's base currency, or the discount in percent; if absent, the price is deleted.",
  })
  price?: DecimalText | null;

  @OneOf(tierPriceType)
  @Field(() => String, {
    nullable: true,
    description: "Whether `price` is a fixed price, the default, or a discount; tier prices only.",
  })
  price_type?: string | null;

  @Field(() => String, { nullable: true, description: "Start of a special price, `YYYY-MM-DD hh:mm:ss`." })
  price_from?: string | null;

  @Field(() => String, { nullable: true, description: "End of a special price, `YYYY-MM-DD hh:mm:ss`." })
  price_to?: string | null;
}

@OutputShape("PriceScheduleOverlap", "Another open schedule that changes some of the same prices. The later one wins.")
export class PriceScheduleOverlap {
  @Field(() => Int, { description: "Id of the other schedule." })
  schedule_id!: number;

  @Field(() => String, { description: "Name of the other schedule." })
  name!: string;

  @Field(() => String, { description: "Time of the price change, ISO 8601 in UTC." })
  at!: string;

  @Field(() => Int, { description: "Number of prices that both schedules change." })
  prices!: number;
}

@OutputShape("PriceScheduleSummary", "Prices that change together at a given time.")
export class PriceScheduleSummary {
  @Field(() => Int, { description: "Id of the schedule." })
  id!: number;

  @Field(() => String, { description: "Name of the schedule." })
  name!: string;

  @Field(() => String, { description: "Time of the price change, ISO 8601 in UTC." })
  at!: string;

  @OneOf(scheduleState)
  @Field(() => String, {
    description: "State; failed if the schedule was rejected as a whole.",
  })
  state!: string;

  @Field(() => String, { description: "Time of creation, ISO 8601 in UTC." })
  created_at!: string;

  @Field(() => String, {
    nullable: true,
    description: "Time of the price change or the cancellation, ISO 8601 in UTC.",
  })
  ended_at!: string | null;

  @Field(() => Int, { description: "Number of rows." })
  rows!: number;

  @Field(() => Int, { nullable: true, description: "Rows that changed a price; null before it is applied." })
  written!: number | null;

  @Field(() => Int, { nullable: true, description: "Rows that were equal to the stored price." })
  unchanged!: number | null;

  @Field(() => Int, { nullable: true, description: "Rows that failed." })
  failed!: number | null;

  @Field(() => Int, {
    description: "Number of other open schedules that change some of the same prices; 0 once the schedule has ended.",
  })
  overlaps!: number;
}

@OutputShape("PriceSchedule", "Prices that change together at a given time, with their rows.")
export class PriceSchedule extends PriceScheduleSummary {
  @Field(() => [ScheduledPrice], { description: "The prices." })
  prices!: ScheduledPrice[];

  @Field(() => [PriceScheduleOverlap], { description: "Other open schedules that change some of the same prices." })
  warnings!: PriceScheduleOverlap[];

  @Field(() => [PriceFileFailure], {
    description: "The rows that failed when the schedule was applied; `line` is the number of the row, from 1.",
  })
  failures!: PriceFileFailure[];
}

export const PriceScheduleSearchResults = SearchResults(PriceScheduleSummary);
export type PriceScheduleSearchResults = SearchResults<PriceScheduleSummary>;
