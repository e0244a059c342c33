import { Field, Int } from "type-graphql";
import { Shape } from "../contract/shape.js";
import { SearchResults } from "../search-criteria/search-results.js";
import { Decimal, type DecimalText } from "../contract/scalars.js";

@Shape("TaxRateTitle", "What a tax rate is called in a store view.")
export class TaxRateTitle {
  @Field(() => String, { description: "Id of the store view." })
  store_id!: string;

  @Field(() => String, { description: "The title; one that is empty is left out." })
  value!: string;
}

@Shape("TaxRate", "A tax rate of a place.")
export class TaxRate {
  @Field(() => Int, { nullable: true, description: "Id; without one a rate is created." })
  id?: number | null;

  @Field(() => String, { nullable: true, description: "ISO 3166-1 code of the country, two letters." })
  tax_country_id?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the state or province; 0 for the whole country." })
  tax_region_id?: number | null;

  @Field(() => String, { nullable: true, description: "Code of the state or province; read only." })
  region_name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Post code, `*` for any, or the beginning of one before `*`; cut after 10 characters.",
  })
  tax_postcode?: string | null;

  @Field(() => Int, { nullable: true, description: "1 where the rate is of a range of post codes." })
  zip_is_range?: number | null;

  @Field(() => Int, { nullable: true, description: "First post code of the range, of at most 9 digits." })
  zip_from?: number | null;

  @Field(() => Int, { nullable: true, description: "Last post code of the range, of at most 9 digits." })
  zip_to?: number | null;

  @Field(() => Decimal, { nullable: true, description: "The rate in percent; kept with 4 digits after the point." })
  rate?: DecimalText | null;

  @Field(() => String, { nullable: true, description: "Code, unique in any case." })
  code?: string | null;

  @Field(() => [TaxRateTitle], {
    nullable: true,
    description: "Titles by store view. A list takes the place of the stored one; without one that stays.",
  })
  titles?: TaxRateTitle[] | null;
}

export const TaxRateSearchResults = SearchResults(TaxRate);
export type TaxRateSearchResults = SearchResults<TaxRate>;
