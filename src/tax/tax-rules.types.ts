import { Field, InputType, Int, ObjectType } from "type-graphql";
import { SearchCriteria } from "../search-criteria/search-criteria.types.js";

@ObjectType("TaxRule", { description: "Which tax rates hold for customers and products of which classes." })
@InputType("TaxRuleInput", { description: "Which tax rates hold for customers and products of which classes." })
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

@ObjectType("TaxRuleSearchResults", { description: "Tax rules that were searched for." })
export class TaxRuleSearchResults {
  @Field(() => [TaxRule], { description: "The rules of the page, by id where no order was asked for." })
  items!: TaxRule[];

  @Field(() => SearchCriteria, { description: "The criteria as they were understood." })
  search_criteria!: SearchCriteria;

  @Field(() => Int, { description: "Number of rules on all pages." })
  total_count!: number;
}
