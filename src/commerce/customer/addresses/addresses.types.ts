import { Field, Int } from "type-graphql";
import { Fields, integers, shapes, ZeroIfAbsent } from "../../../api/contract/fields.js";
import { Shape } from "../../../api/contract/shape.js";
import { personFields, postalFields } from "../person.types.js";

@Shape("CustomerRegion", "A state or province.", { input: "A state or province, by id, code or name." })
export class CustomerRegion {
  @Field(() => String, { nullable: true, description: "Code within the country, such as CA." })
  region_code?: string | null;

  @Field(() => String, { nullable: true, description: "Name." })
  region?: string | null;

  @Field(() => Int, { nullable: true, description: "Id; 0 if the country has no list of regions." })
  region_id?: number | null;
}

@Shape("CustomerAddress", "A customer address.", { always: ["id", "customer_id", "firstname", "lastname"] })
export class CustomerAddress extends Fields({
  ...personFields,
  ...integers({
    id: "Id; assigned by the service.",
    customer_id: "Id of the customer; assigned by the service.",
  }),
  ...shapes(CustomerRegion, { region: "State or province." }),
  ...integers({ region_id: "Id of the state or province; 0 if there is none." }),
  ...postalFields,
}) {
  @ZeroIfAbsent()
  @Field(() => Boolean, {
    nullable: true,
    description: "True for the default shipping address; otherwise absent in responses.",
  })
  default_shipping?: boolean | null;

  @ZeroIfAbsent()
  @Field(() => Boolean, {
    nullable: true,
    description: "True for the default billing address; otherwise absent in responses.",
  })
  default_billing?: boolean | null;
}
