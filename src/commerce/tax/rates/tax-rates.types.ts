import { Field, Int } from "type-graphql";
import { ReadOnly, RequiredInput } from "../../../api/contract/request-fields.js";
import { ZeroIfAbsent } from "../../../api/contract/fields.js";
import { Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";

@Shape("TaxRateTitle", "The title of a tax rate in a store view.", {
  always: ["store_id", "value"],
  lacksInRest: true,
})
export class TaxRateTitle {
  @RequiredInput()
  @Field(() => String, {
    nullable: true,
    description: "Id of the store view. A title without one is ignored.",
  })
  store_id?: string | null;

  @RequiredInput()
  @Field(() => String, { nullable: true, description: "The title, empty if it is not sent." })
  value?: string | null;
}

@Shape("TaxRate", "A tax rate for a country, region or range of postal codes.", {
  always: ["tax_country_id", "tax_postcode"],
  lacksInRest: true,
})
export class TaxRate {
  @Field(() => Int, { nullable: true, description: "Id of the rate. Omit it to create one." })
  id?: number | null;

  @RequiredInput()
  @Field(() => String, { nullable: true, description: "ISO 3166-1 code of the country, two letters." })
  tax_country_id?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the state or province; 0 for the whole country." })
  tax_region_id?: number | null;

  @ReadOnly(() => String, "Code of the state or province.")
  region_name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Postal code, `*` for any, or a prefix such as `90*`; truncated to 10 characters.",
  })
  tax_postcode?: string | null;

  @ZeroIfAbsent()
  @Field(() => Int, { nullable: true, description: "1 if the rate applies to a range of postal codes." })
  zip_is_range?: number | null;

  @Field(() => Int, { nullable: true, description: "First postal code of the range, at most 9 digits." })
  zip_from?: number | null;

  @Field(() => Int, { nullable: true, description: "Last postal code of the range, at most 9 digits." })
  zip_to?: number | null;

  @RequiredInput()
  @Field(() => Decimal, { nullable: true, description: "Rate in percent, with 4 decimal places." })
  rate?: DecimalText | null;

  @RequiredInput()
  @Field(() => String, { nullable: true, description: "Code, unique, case-insensitive." })
  code?: string | null;

  @Field(() => [TaxRateTitle], {
    nullable: true,
    description: "Titles by store view. They replace the stored titles; if absent, the stored titles are kept.",
  })
  titles?: TaxRateTitle[] | null;
}

export const TaxRateSearchResults = SearchResults(TaxRate);
export type TaxRateSearchResults = SearchResults<TaxRate>;
