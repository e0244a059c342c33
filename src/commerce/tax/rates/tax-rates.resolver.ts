import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { deleteTaxRate, saveTaxRate, requireTaxRate } from "./tax-rate-rules.js";
import { searchTaxRates } from "./tax-rates.rows.js";
import { TaxRate, TaxRateSearchResults } from "./tax-rates.types.js";

const permission = "Magento_Tax::manage_tax";

@Contract("Tax", "TaxRateRepository", { aggregate: "tax", keys: ["*"] })
@Resolver()
export class TaxRateRepository {
  @Rest("GET /V1/taxRates/:rateId", permission)
  @Query(() => TaxRate, { name: "taxRate", description: "A tax rate." })
  get(
    @Arg("rateId", () => Int, { description: "Id of the rate." }) rateId: number,
    @Ctx() ctx: Context,
  ): Promise<TaxRate> {
    return requireTaxRate(ctx.db, rateId);
  }

  @Rest("GET /V1/taxRates/search", permission)
  @Query(() => TaxRateSearchResults, {
    name: "taxRates",
    description: "Searches tax rates by their fields. `region_name` is the code of the region.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<TaxRateSearchResults> {
    return searchTaxRates(ctx.db, searchCriteria);
  }

  @Rest("POST /V1/taxRates", permission)
  @Rest("PUT /V1/taxRates", permission)
  @Mutation(() => TaxRate, {
    name: "saveTaxRate",
    description: "Creates a tax rate, or replaces the one with the given id.",
  })
  save(
    @Arg("taxRate", () => TaxRate, { description: "The tax rate." }) taxRate: TaxRate,
    @Ctx() ctx: Context,
  ): Promise<TaxRate> {
    return saveTaxRate(ctx, taxRate);
  }

  @Rest("DELETE /V1/taxRates/:rateId", permission)
  @Mutation(() => Boolean, { name: "deleteTaxRate", description: "Deletes a tax rate. Fails if a tax rule uses it." })
  async deleteById(
    @Arg("rateId", () => Int, { description: "Id of the rate." }) rateId: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteTaxRate(ctx.db, rateId);
    return true;
  }
}
