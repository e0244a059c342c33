import { Field, Int } from "type-graphql";
import { OutputShape, Shape } from "../contract/shape.js";
import { SearchResults } from "../search-criteria/search-results.js";
import { Extension, ExtensionAttributes } from "../contract/extension-attributes.js";
import { CustomerAddress } from "./addresses.types.js";
import { Person } from "./person.types.js";

@ExtensionAttributes("Customer")
export class CustomerExtension {
  @Extension(() => Boolean, "Whether the customer gets the newsletter.")
  is_subscribed?: boolean | null;
}

@Shape("Customer", "A customer's account.")
export class Customer extends Person {
  @Field(() => Int, { nullable: true, description: "Id; given by the service." })
  id?: number | null;

  @Field(() => Int, { nullable: true, description: "Id of the customer group; administrators alone may give it." })
  group_id?: number | null;

  @Field(() => String, { nullable: true, description: "Id of the address that invoices go to." })
  default_billing?: string | null;

  @Field(() => String, { nullable: true, description: "Id of the address that goods go to." })
  default_shipping?: string | null;

  @Field(() => String, { nullable: true, description: "Key that confirms the e-mail address; left out once it is." })
  confirmation?: string | null;

  @Field(() => String, { nullable: true, description: "When it was created, YYYY-MM-DD hh:mm:ss in UTC; read only." })
  created_at?: string | null;

  @Field(() => String, { nullable: true, description: "When it was changed, YYYY-MM-DD hh:mm:ss in UTC; read only." })
  updated_at?: string | null;

  @Field(() => String, { nullable: true, description: "Name of the store view it was created in; read only." })
  created_in?: string | null;

  @Field(() => String, { nullable: true, description: "Date of birth, YYYY-MM-DD." })
  dob?: string | null;

  @Field(() => String, { nullable: true, description: "E-mail address, unique on a website in any case." })
  email?: string | null;

  @Field(() => Int, { nullable: true, description: "1 male, 2 female, 3 not specified." })
  gender?: number | null;

  @Field(() => Int, { nullable: true, description: "Id of the store view that the customer came from." })
  store_id?: number | null;

  @Field(() => String, { nullable: true, description: "Tax or value-added tax number." })
  taxvat?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the website that the account is for." })
  website_id?: number | null;

  @Field(() => [CustomerAddress], { nullable: true, description: "Addresses, the oldest first." })
  addresses?: CustomerAddress[] | null;

  @Field(() => Int, { nullable: true, description: "1 where the group must not follow from the tax number, else 0." })
  disable_auto_group_change?: number | null;

  @Field(() => CustomerExtension, { nullable: true, description: "Newsletter subscription." })
  extension_attributes?: CustomerExtension | null;
}

export const CustomerSearchResults = SearchResults(Customer);
export type CustomerSearchResults = SearchResults<Customer>;

@OutputShape("CustomerValidation", "Whether a customer could be saved, and what is in the way.")
export class CustomerValidation {
  @Field(() => Boolean, { description: "Whether no rule is broken." })
  valid!: boolean;

  @Field(() => [String], { description: "One sentence for each rule that is broken." })
  messages!: string[];
}
