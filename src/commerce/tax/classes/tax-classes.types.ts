import { Field, Int } from "type-graphql";
import { closedSet, OneOf } from "../../../api/contract/closed-set.js";
import { Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";
import { RequiredInput } from "../../../api/contract/request-fields.js";

const taxClassType = closedSet("TaxClassType", "Whether a tax class is for customers or products.", {
  CUSTOMER: ["CUSTOMER", "Customer groups."],
  PRODUCT: ["PRODUCT", "Products."],
});

@Shape("TaxClass", "A class of customers or of products, used by tax rules.")
export class TaxClass {
  @Field(() => Int, { nullable: true, description: "Id of the class. Omit it to create one." })
  class_id?: number | null;

  @RequiredInput()
  @Field(() => String, { nullable: true, description: "Name, unique within the type, case-insensitive." })
  class_name?: string | null;

  @OneOf(taxClassType)
  @RequiredInput()
  @Field(() => String, {
    nullable: true,
    description: "Whether the class is for customers or products; cannot be changed.",
  })
  class_type?: string | null;
}

export const TaxClassSearchResults = SearchResults(TaxClass);
export type TaxClassSearchResults = SearchResults<TaxClass>;
