import { Field } from "type-graphql";
import { OutputShape } from "../contract/shape.js";
import { Decimal, type DecimalText } from "../contract/scalars.js";

@OutputShape("CountryRegion", "A state or province.")
export class CountryRegion {
  @Field(() => String, { description: "Id, as addresses and tax rates name it." })
  id!: string;

  @Field(() => String, { description: "Code within the country, such as CA." })
  code!: string;

  @Field(() => String, { description: "Name." })
  name!: string;
}

@OutputShape("Country", "A country that addresses may lie in, with its regions.")
export class Country {
  @Field(() => String, { description: "Id: the ISO 3166-1 code of two letters." })
  id!: string;

  @Field(() => String, { description: "ISO 3166-1 code of two letters." })
  two_letter_abbreviation!: string;

  @Field(() => String, { description: "ISO 3166-1 code of three letters." })
  three_letter_abbreviation!: string;

  @Field(() => String, { description: "Name in the language of the store view." })
  full_name_locale!: string;

  @Field(() => String, { description: "Name in English." })
  full_name_english!: string;

  @Field(() => [CountryRegion], {
    nullable: true,
    description: "States or provinces, by name; left out where the country has no list of them.",
  })
  available_regions?: CountryRegion[] | null;
}

@OutputShape("ExchangeRate", "What one unit of the base currency is in another.")
export class ExchangeRate {
  @Field(() => String, { description: "ISO 4217 code of the other currency." })
  currency_to!: string;

  @Field(() => Decimal, {
    description: "Units of the other currency for one of the base currency; 0 where none is known.",
  })
  rate!: DecimalText;
}

@OutputShape("Currencies", "The currencies of a store view.")
export class Currencies {
  @Field(() => String, { description: "ISO 4217 code of the currency that prices are kept in." })
  base_currency_code!: string;

  @Field(() => String, { description: "Its symbol, as the language of the store view has it." })
  base_currency_symbol!: string;

  @Field(() => String, { description: "ISO 4217 code of the currency that prices are shown in at first." })
  default_display_currency_code!: string;

  @Field(() => String, { description: "Its symbol." })
  default_display_currency_symbol!: string;

  @Field(() => [String], { description: "ISO 4217 codes of the currencies that shoppers may choose from." })
  available_currency_codes!: string[];

  @Field(() => [ExchangeRate], { description: "The rate of each of these." })
  exchange_rates!: ExchangeRate[];
}
