import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../call/context.js";
import { notFound } from "../call/errors.js";
import { Contract, Rest } from "../contract/rest.js";
import { readAllowedCountries } from "./countries.js";
import { currenciesOf } from "./currencies.js";
import { Country, Currencies } from "./directory.types.js";

@Contract("Directory")
@Resolver()
export class CountryInformationAcquirer {
  @Rest("GET /V1/directory/countries", "anonymous")
  @Query(() => [Country], {
    name: "countries",
    description: "The allowed countries with their regions, by id.",
  })
  getCountriesInfo(@Ctx() ctx: Context): Promise<Country[]> {
    return readAllowedCountries(ctx);
  }

  @Rest("GET /V1/directory/countries/:countryId", "anonymous")
  @Query(() => Country, { name: "country", description: "An allowed country with its regions." })
  async getCountryInfo(
    @Arg("countryId", () => String, { description: "ISO 3166-1 alpha-2 code." }) countryId: string,
    @Ctx() ctx: Context,
  ): Promise<Country> {
    const [country] = await readAllowedCountries(ctx, countryId);
    if (!country) throw notFound("The country isn't available.");
    return country;
  }
}

@Contract("Directory")
@Resolver()
export class CurrencyInformationAcquirer {
  @Rest("GET /V1/directory/currency", "anonymous")
  @Query(() => Currencies, {
    name: "currencies",
    description: "The base currency of a store view, its display currencies and their exchange rates.",
  })
  getCurrencyInfo(@Ctx() ctx: Context): Promise<Currencies> {
    return currenciesOf(ctx);
  }
}
