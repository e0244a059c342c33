import { Fields, integers, textLists, texts } from "../../../../api/contract/fields.js";
import { Shape } from "../../../../api/contract/shape.js";

@Shape("OrderAddress", "The billing or the shipping address of an order.")
export class OrderAddress extends Fields({
  ...texts({
    address_type: "billing or shipping.",
    city: "City.",
    company: "Company.",
    country_id: "ISO 3166-1 alpha-2 code of the country.",
    email: "Email address.",
    fax: "Fax number.",
    firstname: "First name.",
    lastname: "Last name.",
    middlename: "Middle name.",
    postcode: "Postal code.",
    prefix: "Name prefix, such as a title.",
    region: "Name of the state or province; by default the name of `region_id`.",
    region_code: "Code of the state or province; by default the code of `region_id`.",
    suffix: "Name suffix.",
    telephone: "Telephone number.",
    vat_id: "Value-added tax number.",
    vat_request_date: "Date of the check of the value-added tax number.",
    vat_request_id: "Id of the check of the value-added tax number.",
  }),
  ...integers({
    customer_address_id: "Id of the customer's address.",
    customer_id: "Id of the customer.",
    entity_id: "Id. Omit it to add an address.",
    parent_id: "Id of the order.",
    region_id: "Id of the state or province.",
    vat_is_valid: "1 if the value-added tax number is valid.",
    vat_request_success: "1 if the value-added tax number could be checked.",
  }),
  ...textLists({ street: "Street lines." }),
}) {}
