import { Field, Int } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { ZeroIfAbsent } from "../../../api/contract/fields.js";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";
import { Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";
import { RequiredInput } from "../../../api/contract/request-fields.js";

@Shape(
  "InventorySourceCarrierLink",
  "A carrier of a source. Never returned, because sources use the carriers in the settings.",
  { mayLack: [] },
)
export class InventorySourceCarrierLink {
  @Field(() => String, { nullable: true, description: "Code of the carrier." })
  carrier_code?: string | null;

  @Field(() => Int, { nullable: true, description: "Position in the list of carriers." })
  position?: number | null;
}

@ExtensionAttributes("InventorySource")
export class InventorySourceExtension {
  @ZeroIfAbsent()
  @Extension(() => Boolean, "Whether customers can pick up orders there. False if a save omits it.")
  is_pickup_location_active?: boolean | null;

  @Extension(() => String, "Name shown to customers. The name of the source if a save omits it.")
  frontend_name?: string | null;

  @Extension(() => String, "Description shown to customers. Empty if a save omits it.")
  frontend_description?: string | null;
}

@Shape("InventorySource", "A place that stores and ships goods, for example a warehouse or a shop.", {
  always: ["source_code", "use_default_carrier_config"],
})
export class InventorySource {
  @RequiredInput()
  @Field(() => String, { nullable: true, description: "Code, unique and case-insensitive, without white space." })
  source_code?: string | null;

  @RequiredInput()
  @Field(() => String, { nullable: true, description: "Name, unique and case-insensitive." })
  name?: string | null;

  @Field(() => String, { nullable: true, description: "Email address of the contact." })
  email?: string | null;

  @Field(() => String, { nullable: true, description: "Name of the contact." })
  contact_name?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether its goods are sold. The source `default` is always enabled.",
  })
  enabled?: boolean | null;

  @Field(() => String, { nullable: true, description: "Description for merchants." })
  description?: string | null;

  @Field(() => Decimal, { nullable: true, description: "Latitude in degrees." })
  latitude?: DecimalText | null;

  @Field(() => Decimal, { nullable: true, description: "Longitude in degrees." })
  longitude?: DecimalText | null;

  @RequiredInput()
  @Field(() => String, { nullable: true, description: "Two-letter code of the country." })
  country_id?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the region." })
  region_id?: number | null;

  @Field(() => String, { nullable: true, description: "Name of the region." })
  region?: string | null;

  @Field(() => String, { nullable: true, description: "City." })
  city?: string | null;

  @Field(() => String, { nullable: true, description: "Street and number." })
  street?: string | null;

  @RequiredInput()
  @Field(() => String, { nullable: true, description: "Postal code." })
  postcode?: string | null;

  @Field(() => String, { nullable: true, description: "Phone number of the contact." })
  phone?: string | null;

  @Field(() => String, { nullable: true, description: "Fax number of the contact." })
  fax?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether it uses the carriers in the settings; always true." })
  use_default_carrier_config?: boolean | null;

  @Field(() => [InventorySourceCarrierLink], { nullable: true, description: "Its own carriers; always empty." })
  carrier_links?: InventorySourceCarrierLink[] | null;

  @Field(() => InventorySourceExtension, { nullable: true, description: "Extension attributes." })
  extension_attributes?: InventorySourceExtension | null;
}

export const InventorySourceSearchResults = SearchResults(InventorySource);
export type InventorySourceSearchResults = SearchResults<InventorySource>;
