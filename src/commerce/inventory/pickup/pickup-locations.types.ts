import { Field, Int } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";
import { OutputShape, Shape } from "../../../api/contract/shape.js";
import { SortOrder } from "../../../api/search-criteria/search-criteria.types.js";

@Shape("PickupLocationFilter", "A condition on a field of pickup locations.", { always: ["condition_type"] })
export class PickupLocationFilter {
  @Field(() => String, { description: "Value to compare with; a comma-separated list for `in` and `nin`." })
  value!: string;

  @Field(() => String, {
    nullable: true,
    description: "How the field is compared, as in search criteria; `eq` by default.",
  })
  condition_type?: string | null;
}

/** Declares a condition on a field. */
const Condition = (description: string): PropertyDecorator =>
  Field(() => PickupLocationFilter, { nullable: true, description });

@Shape("PickupLocationFilters", "Conditions on pickup locations. All of them must match.")
export class PickupLocationFilters {
  @Condition("Two-letter code of the country.")
  country?: PickupLocationFilter | null;

  @Condition("Postal code.")
  postcode?: PickupLocationFilter | null;

  @Condition("Name of the region.")
  region?: PickupLocationFilter | null;

  @Condition("Id of the region.")
  region_id?: PickupLocationFilter | null;

  @Condition("City.")
  city?: PickupLocationFilter | null;

  @Condition("Street and number.")
  street?: PickupLocationFilter | null;

  @Condition("Name shown to customers.")
  name?: PickupLocationFilter | null;

  @Condition("Code of the pickup location.")
  pickup_location_code?: PickupLocationFilter | null;
}

@Shape("PickupLocationArea", "A circle around a place.")
export class PickupLocationArea {
  @Field(() => Int, { description: "Radius in kilometers." })
  radius!: number;

  @Field(() => String, {
    description: "Postal code or city, and after a colon the country: `10115:DE`. By default, the country of the shop.",
  })
  search_term!: string;
}

@Shape("PickupLocationProduct", "A product to pick up.")
export class PickupLocationProduct {
  @Field(() => String, { description: "SKU, case-insensitive." })
  sku!: string;
}

@ExtensionAttributes("PickupLocationSearchRequest")
export class PickupLocationSearchRequestExtension {
  @Extension(() => [PickupLocationProduct], "Products that a location must all have.")
  products_info?: PickupLocationProduct[] | null;
}

@Shape("PickupLocationSearchRequest", "The search for pickup locations, with its defaults.", {
  input: "A search for pickup locations.",
  always: ["current_page", "scope_type"],
})
export class PickupLocationSearchRequest {
  @Field(() => PickupLocationArea, { nullable: true, description: "Where to search; everywhere by default." })
  area?: PickupLocationArea | null;

  @Field(() => PickupLocationFilters, { nullable: true, description: "Conditions." })
  filters?: PickupLocationFilters | null;

  @Field(() => Int, { nullable: true, description: "Locations per page; all by default." })
  page_size?: number | null;

  @Field(() => Int, { nullable: true, description: "Page to return, from 1." })
  current_page?: number | null;

  @Field(() => String, { nullable: true, description: "Type of the sales channel; `website` by default." })
  scope_type?: string | null;

  @Field(() => String, { description: "Code of the sales channel, for example that of the website." })
  scope_code!: string;

  @Field(() => [SortOrder], {
    nullable: true,
    description: "Sort orders, the most significant first. In an area, `distance` is one, alone, and the default.",
  })
  sort?: SortOrder[] | null;

  @Field(() => PickupLocationSearchRequestExtension, { nullable: true, description: "Products to pick up." })
  extension_attributes?: PickupLocationSearchRequestExtension | null;
}

@OutputShape("PickupLocation", "A source where customers pick up their orders.")
export class PickupLocation {
  @Field(() => String, { description: "Code, that of the source." })
  pickup_location_code!: string;

  @Field(() => String, { description: "Name shown to customers; that of the source, if it has no other." })
  name!: string;

  @Field(() => String, { nullable: true, description: "Email address of the contact." })
  email?: string | null;

  @Field(() => String, { nullable: true, description: "Fax number of the contact." })
  fax?: string | null;

  @Field(() => String, { nullable: true, description: "Name of the contact." })
  contact_name?: string | null;

  @Field(() => String, { nullable: true, description: "Description shown to customers." })
  description?: string | null;

  @Field(() => Decimal, { nullable: true, description: "Latitude in degrees." })
  latitude?: DecimalText | null;

  @Field(() => Decimal, { nullable: true, description: "Longitude in degrees." })
  longitude?: DecimalText | null;

  @Field(() => String, { description: "Two-letter code of the country." })
  country_id!: string;

  @Field(() => Int, { nullable: true, description: "Id of the region." })
  region_id?: number | null;

  @Field(() => String, { nullable: true, description: "Name of the region." })
  region?: string | null;

  @Field(() => String, { nullable: true, description: "City." })
  city?: string | null;

  @Field(() => String, { nullable: true, description: "Street and number." })
  street?: string | null;

  @Field(() => String, { description: "Postal code." })
  postcode!: string;

  @Field(() => String, { nullable: true, description: "Phone number of the contact." })
  phone?: string | null;
}

@OutputShape("PickupLocationSearchResult", "A page of pickup locations.")
export class PickupLocationSearchResult {
  @Field(() => [PickupLocation], { description: "The locations of the page, in the requested order." })
  items!: PickupLocation[];

  @Field(() => PickupLocationSearchRequest, { description: "The search, with its defaults." })
  search_request!: PickupLocationSearchRequest;

  @Field(() => Int, { description: "Number of matching locations on all pages." })
  total_count!: number;
}
