import { Field, InputType, Int, ObjectType } from "type-graphql";
import { SearchCriteria } from "../search-criteria/search-criteria.types.js";

@ObjectType("TaxClass", { description: "A class of customers or of products, which tax rules are about." })
@InputType("TaxClassInput", { description: "A class of customers or of products, which tax rules are about." })
export class TaxClass {
  @Field(() => Int, { nullable: true, description: "Id; without one a class is created." })
  class_id?: number | null;

  @Field(() => String, { nullable: true, description: "Name, unique within the type in any case." })
  class_name?: string | null;

  @Field(() => String, { nullable: true, description: "CUSTOMER or PRODUCT; never changes." })
  class_type?: string | null;
}

@ObjectType("TaxClassSearchResults", { description: "Tax classes that were searched for." })
export class TaxClassSearchResults {
  @Field(() => [TaxClass], { description: "The classes of the page, by id where no order was asked for." })
  items!: TaxClass[];

  @Field(() => SearchCriteria, { description: "The criteria as they were understood." })
  search_criteria!: SearchCriteria;

  @Field(() => Int, { description: "Number of classes on all pages." })
  total_count!: number;
}
