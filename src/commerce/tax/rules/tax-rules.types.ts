import { Field, Int } from "type-graphql";
import { Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";
import { RequiredInput } from "../../../api/contract/request-fields.js";

@Shape("TaxRule", "The tax rates for customers and products of certain tax classes.")
export class TaxRule {
  @Field(() => Int, { nullable: true, description: "Id of the rule. Omit it to create one." })
  id?: number | null;

  @RequiredInput()
  @Field(() => String, { nullable: true, description: "Code, unique, case-insensitive." })
  code?: string | null;

  @RequiredInput()
  @Field(() => Int, {
    nullable: true,
    description: "Rates of rules with the same priority are added. Those of the next priority are compounded.",
  })
  priority?: number | null;

  @Field(() => Int, { nullable: true, description: "Sort order, from 0; 0 by default." })
  position?: number | null;

  @Field(() => [Int], {
    nullable: true,
    description: "Ids of customer tax classes. If absent, a stored rule keeps its own.",
  })
  customer_tax_class_ids?: number[] | null;

  @Field(() => [Int], {
    nullable: true,
    description: "Ids of product tax classes. If absent, a stored rule keeps its own.",
  })
  product_tax_class_ids?: number[] | null;

  @Field(() => [Int], {
    nullable: true,
    description: "Ids of tax rates. If absent, a stored rule keeps its own.",
  })
  tax_rate_ids?: number[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the tax is computed from the subtotal alone, without taxes of earlier priorities.",
  })
  calculate_subtotal?: boolean | null;
}

export const TaxRuleSearchResults = SearchResults(TaxRule);
export type TaxRuleSearchResults = SearchResults<TaxRule>;
