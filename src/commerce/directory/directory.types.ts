import { Field } from "type-graphql";
import { OutputShape } from "../../api/contract/shape.js";
import { Decimal, type DecimalText } from "../../api/contract/scalars.js";

@OutputShape("CountryRegion", "A state or province.")
export class CountryRegion {
  @Field(() => String, { description: "Id, as used by addresses and tax rates." })
  id!: string;

  @Field(() => String, { description: "Code within the country, such as CA." })
  code!: string;

  @Field(() => String, { description: "Name." })
  name!: string;
}

@OutputShape("Country", "An allowed country with its regions.", {
  always: ["full_name_locale", "full_name_english"],
  lacksInRest: true,
})
export class Country {
  @Field(() => String, { description: "Id: the ISO 3166-1 alpha-2 code." })
  id!: string;

  @Field(() => String, { description: "ISO 3166-1 alpha-2 code." })
  two_letter_abbreviation!: string;

  @Field(() => String, { description: "ISO 3166-1 alpha-3 code." })
  three_letter_abbreviation!: string;

  @Field(() => String, { nullable: true, description: "Name in the language of the store view." })
  full_name_locale!: string | null;

  @Field(() => String, { nullable: true, description: "English name." })
  full_name_english!: string | null;

  @Field(() => [CountryRegion], {
    nullable: true,
    description: "States or provinces by name; absent if the country has no list of them.",
  })
  available_regions?: CountryRegion[] | null;
}

@OutputShape("ExchangeRate", "An exchange rate from the base currency.")
export class ExchangeRate {
  @Field(() => String, { description: "ISO 4217 code of the target currency." })
  currency_to!: string;

  @Field(() => Decimal, {
    description: "Units of the target currency for one unit of the base currency; 0 if unknown.",
  })
  rate!: DecimalText;
}

@OutputShape("Currencies", "The currencies of a store view.")
export class Currencies {
  @Field(() => String, { description: "ISO 4217 code of the base currency." })
  base_currency_code!: string;

  @Field(() => String, { description: "Symbol of the base currency in the language of the store view." })
  base_currency_symbol!: string;

  @Field(() => String, { description: "ISO 4217 code of the default display currency." })
  default_display_currency_code!: string;

  @Field(() => String, { description: "Symbol of the default display currency." })
  default_display_currency_symbol!: string;

  @Field(() => [String], { description: "ISO 4217 codes of the display currencies." })
  available_currency_codes!: string[];

  @Field(() => [ExchangeRate], { description: "The rates of the display currencies." })
  exchange_rates!: ExchangeRate[];
}
