import { Field, InputType, Int } from "type-graphql";
import { OutputShape, Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";
import { RequiredInput } from "../../../api/contract/request-fields.js";

@Shape("Coupon", "A code that makes a cart price rule apply.", {
  always: ["coupon_id", "rule_id", "code", "created_at", "times_used", "type"],
  lacksInRest: ["times_used", "type"],
  isPartial: true,
})
export class Coupon {
  @Field(() => Int, { nullable: true, description: "Id of the coupon. Omit it to create one." })
  coupon_id?: number | null;

  @Field(() => Int, { nullable: true, description: "Id of the rule." })
  rule_id?: number | null;

  @Field(() => String, { nullable: true, description: "The code; unique, case-insensitive, up to 255 characters." })
  code?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "Maximum number of orders with the coupon, as set in the rule; 0 for no limit.",
  })
  usage_limit?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Maximum number of orders of one customer with the coupon, as set in the rule; 0 for no limit.",
  })
  usage_per_customer?: number | null;

  @Field(() => Int, { nullable: true, description: "Number of orders that have used the coupon." })
  times_used?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "A date that is only stored, in UTC: the last day of the rule applies.",
  })
  expiration_date?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether this is the primary coupon: the only one of a rule with a specific coupon.",
  })
  is_primary?: boolean | null;

  @Field(() => String, { nullable: true, description: "Time when the coupon was created, in UTC." })
  created_at?: string | null;

  @Field(() => Int, { nullable: true, description: "Origin of the code: 0 entered, 1 generated." })
  type?: number | null;
}

export const CouponSearchResults = SearchResults(Coupon);
export type CouponSearchResults = SearchResults<Coupon>;

@InputType("CouponGenerationSpecInput", { description: "Options for generating the coupon codes of a rule." })
export class CouponGenerationSpec {
  @RequiredInput()
  @Field(() => Int, { nullable: true, description: "Id of the rule." })
  rule_id?: number | null;

  @Field(() => String, { nullable: true, description: "Characters: alphanum (A to Z, 0 to 9; default), alpha or num." })
  format?: string | null;

  @RequiredInput()
  @Field(() => Int, { nullable: true, description: "Number of codes, up to 250,000." })
  quantity?: number | null;

  @RequiredInput()
  @Field(() => Int, {
    nullable: true,
    description:
      "Number of random characters in a code. It is increased if the codes would use more than a quarter of all combinations.",
  })
  length?: number | null;

  @Field(() => String, { nullable: true, description: "Prefix of each code." })
  prefix?: string | null;

  @Field(() => String, { nullable: true, description: "Suffix of each code." })
  suffix?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "Number of random characters between two delimiters; 0 for no delimiter.",
  })
  delimiter_at_every?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Text between groups of random characters; a hyphen by default.",
  })
  delimiter?: string | null;
}

@OutputShape("CouponMassDeleteResult", "Coupons that were not deleted.")
export class CouponMassDeleteResult {
  @Field(() => [String], { description: "Ids or codes of coupons that could not be deleted." })
  failed_items!: string[];

  @Field(() => [String], { description: "Unknown ids or codes." })
  missing_items!: string[];
}
