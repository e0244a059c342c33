import { Field } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { Fields, integers, texts } from "../../../api/contract/fields.js";
import { ReadOnly } from "../../../api/contract/request-fields.js";
import { Shape } from "../../../api/contract/shape.js";
import { personFields, postalFields } from "../../customer/person.types.js";
import { RuleDiscount } from "../coupons/rule-discount.types.js";

@ExtensionAttributes("CartAddress")
export class CartAddressExtension {
  @Extension(
    () => String,
    "Code of a pickup location. The shipping address becomes the one of the location, with the given person and phone number.",
  )
  pickup_location_code?: string | null;

  @ReadOnly(
    () => [RuleDiscount],
    "Discounts by cart price rule. Always absent, because the items of the cart have them.",
  )
  discounts?: RuleDiscount[] | null;
}

@Shape("CartAddress", "The billing or the shipping address of a cart.")
export class CartAddress extends Fields({
  ...personFields,
  ...integers({ id: "Id; assigned by the service." }),
  ...texts({ region: "Name of the state or province." }),
  ...integers({ region_id: "Id of the state or province; takes precedence over code and name." }),
  ...texts({ region_code: "Code of the state or province within the country, such as CA." }),
  ...postalFields,
  ...integers({ customer_id: { readOnly: "Id of the customer who owns the cart." } }),
  ...texts({ email: "Email address; defaults to the customer's own." }),
  ...integers({
    same_as_billing: "1 if the shipping address equals the billing address, otherwise 0.",
    customer_address_id: "Id of an address of the customer; its data replaces all other fields sent.",
    save_in_address_book: "1 to add it to the customer's addresses when the order is placed, otherwise 0.",
  }),
}) {
  @Field(() => CartAddressExtension, { nullable: true, description: "Pickup location." })
  extension_attributes?: CartAddressExtension | null;
}
