import { Field, Int } from "type-graphql";
import { Shape } from "../contract/shape.js";
import { SearchResults } from "../search-criteria/search-results.js";

@Shape("TaxRule", "Which tax rates hold for customers and products of which classes.")
export class TaxRule {
  @Field(() => Int, { nullable: true, description: "Id; without one a rule is created." })
  id?: number | null;

  @Field(() => String, { nullable: true, description: "Code, unique in any case." })
  code?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "Rates of rules of one priority are added up; those of the next priority are compounded.",
  })
  priority?: number | null;

  @Field(() => Int, { nullable: true, description: "Place among the rules, from 0; 0 where a new rule comes without." })
  position?: number | null;

  @Field(() => [Int], {
    nullable: true,
    description: "Ids of tax classes for customers. A rule that is changed keeps its own where none are sent.",
  })
  customer_tax_class_ids?: number[] | null;

  @Field(() => [Int], {
    nullable: true,
    description: "Ids of tax classes for products. A rule that is changed keeps its own where none are sent.",
  })
  product_tax_class_ids?: number[] | null;

  @Field(() => [Int], {
    nullable: true,
    description: "Ids of tax rates. A rule that is changed keeps its own where none are sent.",
  })
  tax_rate_ids?: number[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the tax is computed of the subtotal alone, without the taxes of rules of earlier priority.",
  })
  calculate_subtotal?: boolean | null;
}

export const TaxRuleSearchResults = SearchResults(TaxRule);
export type TaxRuleSearchResults = SearchResults<TaxRule>;
