import { Field, Int } from "type-graphql";
import { ReadOnly, RequiredInput } from "../../../api/contract/request-fields.js";
import { Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";

@ExtensionAttributes("CustomerGroup")
export class CustomerGroupExtension {
  @Extension(() => [Int], "Ids of the websites that exclude the group; group 0 cannot be excluded.")
  exclude_website_ids?: number[] | null;
}

@Shape("CustomerGroup", "A customer group, for prices and taxes.", { always: ["code", "tax_class_name"] })
export class CustomerGroup {
  @Field(() => Int, { nullable: true, description: "Id; 0 is the group of guests." })
  id?: number | null;

  @RequiredInput()
  @Field(() => String, {
    nullable: true,
    description: "Code, unique and case-insensitive; truncated to 32 characters.",
  })
  code?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "Id of a customer tax class; 3 for new groups by default.",
  })
  tax_class_id?: number | null;

  @ReadOnly(() => String, "Name of the tax class.")
  tax_class_name?: string | null;

  @Field(() => CustomerGroupExtension, { nullable: true, description: "Websites that exclude the group." })
  extension_attributes?: CustomerGroupExtension | null;
}

export const CustomerGroupSearchResults = SearchResults(CustomerGroup);
export type CustomerGroupSearchResults = SearchResults<CustomerGroup>;
