import { Field, InputType, Int } from "type-graphql";
import { OutputShape, Shape } from "../contract/shape.js";
import { SearchResults } from "../search-criteria/search-results.js";

@Shape("Coupon", "A code that makes a sales rule apply.")
export class Coupon {
  @Field(() => Int, { nullable: true, description: "Id; without one a coupon is created." })
  coupon_id?: number | null;

  @Field(() => Int, { nullable: true, description: "Id of the rule." })
  rule_id?: number | null;

  @Field(() => String, { nullable: true, description: "The code, unique in any case; up to 255 characters." })
  code?: string | null;

  @Field(() => Int, { nullable: true, description: "Orders in which it may be used, from the rule; 0 is no limit." })
  usage_limit?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Orders in which a customer may use it, from the rule; 0 is no limit.",
  })
  usage_per_customer?: number | null;

  @Field(() => Int, { nullable: true, description: "Orders that have used it." })
  times_used?: number | null;

  @Field(() => String, { nullable: true, description: "Ignored, as in Magento: the last day of the rule counts." })
  expiration_date?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether it is the one coupon of a rule with a specific coupon.",
  })
  is_primary?: boolean | null;

  @Field(() => String, { nullable: true, description: "Time it was created, in UTC." })
  created_at?: string | null;

  @Field(() => Int, { nullable: true, description: "0 typed in, 1 generated." })
  type?: number | null;
}

export const CouponSearchResults = SearchResults(Coupon);
export type CouponSearchResults = SearchResults<Coupon>;

@InputType("CouponGenerationSpecInput", { description: "How the codes of a rule are generated." })
export class CouponGenerationSpec {
  @Field(() => Int, { nullable: true, description: "Id of the rule." })
  rule_id?: number | null;

  @Field(() => String, { nullable: true, description: "Characters: alphanum (A to Z, 0 to 9; default), alpha or num." })
  format?: string | null;

  @Field(() => Int, { nullable: true, description: "Number of codes, up to 250,000." })
  quantity?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "Random characters of a code. There are more where the codes would use up a quarter of all combinations.",
  })
  length?: number | null;

  @Field(() => String, { nullable: true, description: "Text before each code." })
  prefix?: string | null;

  @Field(() => String, { nullable: true, description: "Text after each code." })
  suffix?: string | null;

  @Field(() => Int, { nullable: true, description: "Random characters between two delimiters; 0 is no delimiter." })
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

  @Field(() => [String], { description: "Ids or codes that no coupon has." })
  missing_items!: string[];
}
