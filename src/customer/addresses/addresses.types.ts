import { Field, Int } from "type-graphql";
import { Shape } from "../../contract/shape.js";
import { Person } from "../person.types.js";

@Shape("CustomerRegion", "A state or province.", { input: "A state or province, by id, code or name." })
export class CustomerRegion {
  @Field(() => String, { nullable: true, description: "Code within the country, such as CA." })
  region_code?: string | null;

  @Field(() => String, { nullable: true, description: "Name." })
  region?: string | null;

  @Field(() => Int, { nullable: true, description: "Id; 0 if the country has no list of regions." })
  region_id?: number | null;
}

@Shape("CustomerAddress", "A customer address.")
export class CustomerAddress extends Person {
  @Field(() => Int, { nullable: true, description: "Id; assigned by the service." })
  id?: number | null;

  @Field(() => Int, { nullable: true, description: "Id of the customer; assigned by the service." })
  customer_id?: number | null;

  @Field(() => CustomerRegion, { nullable: true, description: "State or province." })
  region?: CustomerRegion | null;

  @Field(() => Int, { nullable: true, description: "Id of the state or province; 0 if there is none." })
  region_id?: number | null;

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

  @Field(() => String, { nullable: true, description: "Postal code." })
  postcode?: string | null;

  @Field(() => String, { nullable: true, description: "City." })
  city?: string | null;

  @Field(() => String, { nullable: true, description: "Value-added tax number." })
  vat_id?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "True for the default shipping address; otherwise absent in responses.",
  })
  default_shipping?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "True for the default billing address; otherwise absent in responses.",
  })
  default_billing?: boolean | null;
}
