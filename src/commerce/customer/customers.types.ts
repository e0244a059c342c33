import { Field, Int } from "type-graphql";
import { Fields, ZeroIfAbsent } from "../../api/contract/fields.js";
import { ReadOnly } from "../../api/contract/request-fields.js";
import { OutputShape, Shape } from "../../api/contract/shape.js";
import { SearchResults } from "../../api/search-criteria/search-results.js";
import { Extension, ExtensionAttributes } from "../../api/contract/extension-attributes.js";
import { CustomerAddress } from "./addresses/addresses.types.js";
import { personFields } from "./person.types.js";

@ExtensionAttributes("Customer")
export class CustomerExtension {
  @Extension(() => Boolean, "Whether the customer is subscribed to the newsletter.")
  is_subscribed?: boolean | null;

  @Extension(() => Int, "Whether the shop may sign in as the customer; accepted and ignored.")
  assistance_allowed?: number | null;
}

// Partial, because the cart of a guest has an empty customer.
@Shape("Customer", "A customer account.", { isPartial: true })
export class Customer extends Fields(personFields) {
  @Field(() => Int, { nullable: true, description: "Id; assigned by the service." })
  id?: number | null;

  @Field(() => Int, { nullable: true, description: "Id of the customer group; only administrators can set it." })
  group_id?: number | null;

  @Field(() => String, { nullable: true, description: "Id of the default billing address." })
  default_billing?: string | null;

  @Field(() => String, { nullable: true, description: "Id of the default shipping address." })
  default_shipping?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Confirmation key of the email address; absent once it is confirmed.",
  })
  confirmation?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Creation time, in UTC; administrators can set it for a new account.",
  })
  created_at?: string | null;

  @ReadOnly(() => String, "Time of the last change, in UTC.")
  updated_at?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Name of the store view it was created in; only administrators can change it.",
  })
  created_in?: string | null;

  @Field(() => String, { nullable: true, description: "Date of birth, `YYYY-MM-DD`." })
  dob?: string | null;

  @Field(() => String, { nullable: true, description: "Email address, unique on a website and case-insensitive." })
  email?: string | null;

  @Field(() => Int, { nullable: true, description: "1 male, 2 female, 3 not specified." })
  gender?: number | null;

  @Field(() => Int, { nullable: true, description: "Id of the customer's store view." })
  store_id?: number | null;

  @Field(() => String, { nullable: true, description: "Tax or VAT number." })
  taxvat?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the website of the account." })
  website_id?: number | null;

  @Field(() => [CustomerAddress], { nullable: true, description: "Addresses, the oldest first." })
  addresses?: CustomerAddress[] | null;

  @ZeroIfAbsent()
  @Field(() => Int, {
    nullable: true,
    description: "1 to disable the automatic group assignment by VAT number, otherwise 0.",
  })
  disable_auto_group_change?: number | null;

  @Field(() => CustomerExtension, { nullable: true, description: "Newsletter subscription." })
  extension_attributes?: CustomerExtension | null;
}

export const CustomerSearchResults = SearchResults(Customer);
export type CustomerSearchResults = SearchResults<Customer>;

@OutputShape("CustomerValidation", "The result of validating a customer.")
export class CustomerValidation {
  @Field(() => Boolean, { description: "Whether all rules are met." })
  valid!: boolean;

  @Field(() => [String], { description: "One message for each broken rule." })
  messages!: string[];
}
