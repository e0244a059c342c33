import { Field, Int } from "type-graphql";
import { ExtensionAttributes } from "../../contract/extension-attributes.js";
import { ReadOnly } from "../../contract/read-only.js";
import { Shape } from "../../contract/shape.js";
import { Person } from "../../customer/person.types.js";
import { RuleDiscount } from "../coupons/rule-discount.types.js";

@ExtensionAttributes("CartAddress")
export class CartAddressExtension {
  @ReadOnly(
    () => [RuleDiscount],
    "Discounts by cart price rule. Always absent, because the items of the cart have them.",
  )
  discounts?: RuleDiscount[] | null;
}

@Shape("CartAddress", "The billing or the shipping address of a cart.")
export class CartAddress extends Person {
  @Field(() => Int, { nullable: true, description: "Id; assigned by the service." })
  id?: number | null;

  @Field(() => String, { nullable: true, description: "Name of the state or province." })
  region?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "Id of the state or province; takes precedence over code and name.",
  })
  region_id?: number | null;

  @Field(() => String, { nullable: true, description: "Code of the state or province within the country, such as CA." })
  region_code?: string | null;

  @Field(() => String, { nullable: true, description: "ISO 3166-1 alpha-2 code of the country." })
  country_id?: string | null;

  @Field(() => [String], { nullable: true, description: "Street lines." })
  street?: string[] | null;

  @Field(() => String, { nullable: true, description: "Company." })
  company?: string | null;

  @Field(() => String, { nullable: true, description: "Telephone number." })
  telephone?: string | null;

  @Field(() => String, { nullable: true, description: "Fax number." })
  fax?: string | null;

  @Field(() => String, { nullable: true, description: "Postcode." })
  postcode?: string | null;

  @Field(() => String, { nullable: true, description: "City." })
  city?: string | null;

  @Field(() => String, { nullable: true, description: "Value-added tax number." })
  vat_id?: string | null;

  @ReadOnly(() => Int, "Id of the customer who owns the cart.")
  customer_id?: number | null;

  @Field(() => String, { nullable: true, description: "Email address; defaults to the customer's own." })
  email?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "1 if the shipping address equals the billing address, otherwise 0.",
  })
  same_as_billing?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Id of an address of the customer; its data replaces all other fields sent.",
  })
  customer_address_id?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "1 to add it to the customer's addresses when the order is placed, otherwise 0.",
  })
  save_in_address_book?: number | null;

  @Field(() => CartAddressExtension, { nullable: true, description: "Discounts." })
  extension_attributes?: CartAddressExtension | null;
}
