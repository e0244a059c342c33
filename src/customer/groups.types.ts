import { Field, Int } from "type-graphql";
import { Shape } from "../contract/shape.js";
import { SearchResults } from "../search-criteria/search-results.js";
import { Extension, ExtensionAttributes } from "../contract/extension-attributes.js";

@ExtensionAttributes("CustomerGroup")
export class CustomerGroupExtension {
  @Extension(() => [Int], "Ids of the websites that the group does not exist on; group 0 exists on all.")
  exclude_website_ids?: number[] | null;
}

@Shape("CustomerGroup", "A group of customers, which prices and taxes may differ by.")
export class CustomerGroup {
  @Field(() => Int, { nullable: true, description: "Id; 0 is the group of shoppers who are not signed in." })
  id?: number | null;

  @Field(() => String, { nullable: true, description: "Name, unique in any case; cut after 32 characters." })
  code?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "Id of a tax class for customers; 3 where a new group comes without.",
  })
  tax_class_id?: number | null;

  @Field(() => String, { nullable: true, description: "Name of the tax class; read only." })
  tax_class_name?: string | null;

  @Field(() => CustomerGroupExtension, { nullable: true, description: "Websites that the group does not exist on." })
  extension_attributes?: CustomerGroupExtension | null;
}

export const CustomerGroupSearchResults = SearchResults(CustomerGroup);
export type CustomerGroupSearchResults = SearchResults<CustomerGroup>;
