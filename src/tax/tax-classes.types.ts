import { Field, Int } from "type-graphql";
import { Shape } from "../contract/shape.js";
import { SearchResults } from "../search-criteria/search-results.js";

@Shape("TaxClass", "A class of customers or of products, which tax rules are about.")
export class TaxClass {
  @Field(() => Int, { nullable: true, description: "Id; without one a class is created." })
  class_id?: number | null;

  @Field(() => String, { nullable: true, description: "Name, unique within the type in any case." })
  class_name?: string | null;

  @Field(() => String, { nullable: true, description: "CUSTOMER or PRODUCT; never changes." })
  class_type?: string | null;
}

export const TaxClassSearchResults = SearchResults(TaxClass);
export type TaxClassSearchResults = SearchResults<TaxClass>;
