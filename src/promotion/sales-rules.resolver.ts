import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../call/context.js";
import { Contract, Rest } from "../contract/rest.js";
import { SearchCriteria } from "../search-criteria/search-criteria.types.js";
import { deleteRule, ruleById, saveRule } from "./save-rule.js";
import { toSalesRule } from "./sales-rule.js";
import { searchRules } from "./sales-rules.rows.js";
import { SalesRule, SalesRuleSearchResults } from "./sales-rules.types.js";

const permission = "Magento_SalesRule::quote";

@Contract("SalesRule", { aggregate: "sales-rule" })
@Resolver()
export class RuleRepository {
  @Rest("GET /V1/salesRules/:ruleId", permission)
  @Query(() => SalesRule, { name: "salesRule", description: "A cart price rule; its coupons are read by `coupons`." })
  getById(
    @Arg("ruleId", () => Int, { description: "Id of the rule." }) ruleId: number,
    @Ctx() ctx: Context,
  ): Promise<SalesRule> {
    return ruleById(ctx.db, ruleId);
  }

  @Rest("GET /V1/salesRules/search", permission)
  @Query(() => SalesRuleSearchResults, {
    name: "salesRules",
    description: "Searches cart price rules by the names of their fields; coupon_type is 1, 2 or 3 there.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<SalesRuleSearchResults> {
    return searchRules(ctx.db, searchCriteria, toSalesRule);
  }

  @Rest("POST /V1/salesRules", permission)
  @Rest("PUT /V1/salesRules/:ruleId", permission, { path: { ruleId: "rule.rule_id" } })
  @Mutation(() => SalesRule, {
    name: "saveSalesRule",
    description:
      "Creates a cart price rule, or changes what is given of the one with the id. Coupons take over its limits.",
  })
  save(
    @Arg("rule", () => SalesRule, { description: "The rule." }) rule: SalesRule,
    @Ctx() ctx: Context,
  ): Promise<SalesRule> {
    return saveRule(ctx.db, rule);
  }

  @Rest("DELETE /V1/salesRules/:ruleId", permission)
  @Mutation(() => Boolean, { name: "deleteSalesRule", description: "Deletes a cart price rule and its coupons." })
  async deleteById(
    @Arg("ruleId", () => Int, { description: "Id of the rule." }) ruleId: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteRule(ctx.db, ruleId);
    return true;
  }
}
