import { CustomAttribute } from "../catalog/attributes/custom-attribute.types.js";
import { lists, textLists, texts } from "../../api/contract/fields.js";

/** The fields that customers and their addresses share: a person's name, and attribute values. */
export const personFields = {
  ...texts({
    firstname: "First name.",
    lastname: "Last name.",
    middlename: "Middle name.",
    prefix: "Name prefix, such as a title.",
    suffix: "Name suffix.",
  }),
  ...lists(CustomAttribute, { custom_attributes: "Attribute values; unknown codes are ignored." }),
};

/** The fields that addresses of customers and carts share, apart from the state or province. */
export const postalFields = {
  ...texts({ country_id: "ISO 3166-1 alpha-2 code of the country." }),
  ...textLists({ street: "Street lines." }),
  ...texts({
    company: "Company.",
    telephone: "Telephone number.",
    fax: "Fax number.",
    postcode: "Postal code.",
    city: "City.",
    vat_id: "Value-added tax number.",
  }),
};
