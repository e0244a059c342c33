import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../api/call/context.js";
import { Contract, Rest } from "../../api/contract/rest.js";
import { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
import { deleteRule, requireRule, saveRule } from "./save-rule.js";
import { toSalesRule } from "./sales-rule.js";
import { searchRules } from "./sales-rules.rows.js";
import { SalesRule, SalesRuleSearchResults } from "./sales-rules.types.js";

const permission = "Magento_SalesRule::quote";

@Contract("SalesRule", "RuleRepository", { aggregate: "sales-rule" })
@Resolver()
export class RuleRepository {
  @Rest("GET /V1/salesRules/:ruleId", permission)
  @Query(() => SalesRule, { name: "salesRule", description: "A cart price rule. Use `coupons` to read its coupons." })
  getById(
    @Arg("ruleId", () => Int, { description: "Id of the rule." }) ruleId: number,
    @Ctx() ctx: Context,
  ): Promise<SalesRule> {
    return requireRule(ctx.db, ruleId);
  }

  @Rest("GET /V1/salesRules/search", permission)
  @Query(() => SalesRuleSearchResults, {
    name: "salesRules",
    description: "Searches cart price rules by their fields. Filters on coupon_type use 1, 2 or 3.",
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
      "Creates a cart price rule, or changes the given fields of the rule with the id. Copies the usage limits of the rule to its coupons.",
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
