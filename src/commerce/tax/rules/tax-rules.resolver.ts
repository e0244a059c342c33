import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { deleteTaxRule, saveTaxRule, requireTaxRule } from "./tax-rule-rules.js";
import { searchTaxRules } from "./tax-rules.rows.js";
import { TaxRule, TaxRuleSearchResults } from "./tax-rules.types.js";

const permission = "Magento_Tax::manage_tax";

@Contract("Tax", "TaxRuleRepository", { aggregate: "tax", keys: ["*"] })
@Resolver()
export class TaxRuleRepository {
  @Rest("GET /V1/taxRules/:ruleId", permission)
  @Query(() => TaxRule, { name: "taxRule", description: "A tax rule." })
  get(
    @Arg("ruleId", () => Int, { description: "Id of the rule." }) ruleId: number,
    @Ctx() ctx: Context,
  ): Promise<TaxRule> {
    return requireTaxRule(ctx.db, ruleId);
  }

  @Rest("GET /V1/taxRules/search", permission)
  @Query(() => TaxRuleSearchResults, {
    name: "taxRules",
    description: "Searches tax rules by their fields. A list field matches if one of its ids does.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<TaxRuleSearchResults> {
    return searchTaxRules(ctx.db, searchCriteria);
  }

  @Rest("POST /V1/taxRules", permission)
  @Rest("PUT /V1/taxRules", permission)
  @Mutation(() => TaxRule, {
    name: "saveTaxRule",
    description: "Creates a tax rule, or changes the one with the given id.",
  })
  save(
    @Arg("rule", () => TaxRule, { description: "The tax rule." }) rule: TaxRule,
    @Ctx() ctx: Context,
  ): Promise<TaxRule> {
    return saveTaxRule(ctx.db, rule);
  }

  @Rest("DELETE /V1/taxRules/:ruleId", permission)
  @Mutation(() => Boolean, { name: "deleteTaxRule", description: "Deletes a tax rule, but not its classes and rates." })
  async deleteById(
    @Arg("ruleId", () => Int, { description: "Id of the rule." }) ruleId: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteTaxRule(ctx.db, ruleId);
    return true;
  }
}
