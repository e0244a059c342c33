import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../api/call/context.js";
import { notFound } from "../../api/call/errors.js";
import { Contract, Rest, Writes } from "../../api/contract/rest.js";
import { Rows } from "../../api/contract/fields.js";
import { readAllowedCountries } from "./countries.js";
import { readCurrencies } from "./currencies.js";
import { Country, Currencies } from "./directory.types.js";
import { readRates, deleteRate, setRates } from "./rate-rules.js";
import { CurrencyRate } from "./rates.types.js";

const ratesPermission = "Magento_CurrencySymbol::currency_rates";

@Contract("Directory", "CountryInformationAcquirer")
@Resolver()
export class CountryInformationAcquirer {
  @Rows(250)
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

@Contract("Directory", "CurrencyInformationAcquirer")
@Resolver()
export class CurrencyInformationAcquirer {
  @Rest("GET /V1/directory/currency", "anonymous")
  @Query(() => Currencies, {
    name: "currencies",
    description: "The base currency of a store view, its display currencies and their exchange rates.",
  })
  getCurrencyInfo(@Ctx() ctx: Context): Promise<Currencies> {
    return readCurrencies(ctx);
  }
}

@Contract("Directory", "CurrencyRateManagement", { aggregate: "currency-rate", keys: ["*"] })
@Resolver()
export class CurrencyRateManagement {
  @Rest("GET /V1/directory/currency-rates", ratesPermission)
  @Query(() => [CurrencyRate], { name: "currencyRates", description: "All exchange rates, by currency." })
  getList(@Ctx() ctx: Context): Promise<CurrencyRate[]> {
    return readRates(ctx.db);
  }

  @Rest("PUT /V1/directory/currency-rates", ratesPermission)
  @Writes("currencyRates", {})
  @Mutation(() => Boolean, {
    name: "setCurrencyRates",
    description:
      "Stores exchange rates, all or none, and returns true. 400 for an unknown currency and for a rate that is not above zero.",
  })
  async set(
    @Arg("rates", () => [CurrencyRate], { description: "The rates to store." }) rates: CurrencyRate[],
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await setRates(ctx.db, rates, ctx);
    return true;
  }

  @Rest("DELETE /V1/directory/currency-rates/:currencyFrom/:currencyTo", ratesPermission)
  @Mutation(() => Boolean, {
    name: "deleteCurrencyRate",
    description:
      "Deletes an exchange rate and returns true. 404 if there is none, 400 if a store view uses it to show prices.",
  })
  async delete(
    @Arg("currencyFrom", () => String, { description: "ISO 4217 code of the currency to convert from." }) from: string,
    @Arg("currencyTo", () => String, { description: "ISO 4217 code of the currency to convert to." }) to: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteRate(ctx.db, { from, to }, ctx);
    return true;
  }
}
