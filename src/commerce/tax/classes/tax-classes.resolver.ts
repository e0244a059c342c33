import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { deleteTaxClass } from "./delete-tax-class.js";
import { saveTaxClass, requireTaxClass } from "./tax-class-rules.js";
import { searchTaxClasses } from "./tax-classes.rows.js";
import { TaxClass, TaxClassSearchResults } from "./tax-classes.types.js";

const permission = "Magento_Tax::manage_tax";

@Contract("Tax", "TaxClassRepository", { aggregate: "tax", keys: ["*"] })
@Resolver()
export class TaxClassRepository {
  @Rest("GET /V1/taxClasses/:taxClassId", permission)
  @Query(() => TaxClass, { name: "taxClass", description: "A tax class." })
  get(
    @Arg("taxClassId", () => Int, { description: "Id of the class." }) taxClassId: number,
    @Ctx() ctx: Context,
  ): Promise<TaxClass> {
    return requireTaxClass(ctx.db, taxClassId);
  }

  @Rest("GET /V1/taxClasses/search", permission)
  @Query(() => TaxClassSearchResults, {
    name: "taxClasses",
    description: "Searches tax classes by class_id, class_name and class_type.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<TaxClassSearchResults> {
    return searchTaxClasses(ctx.db, searchCriteria);
  }

  @Rest("POST /V1/taxClasses", permission)
  @Rest("PUT /V1/taxClasses/:classId", permission)
  @Writes("taxClass", { taxClassId: "result" })
  @Mutation(() => String, {
    name: "saveTaxClass",
    description: "Creates a tax class, or changes the one with the given id. Returns its id.",
  })
  save(
    @Arg("taxClass", () => TaxClass, { description: "The tax class." }) taxClass: TaxClass,
    @Ctx() ctx: Context,
  ): Promise<string> {
    return saveTaxClass(ctx.db, taxClass);
  }

  @Rest("DELETE /V1/taxClasses/:taxClassId", permission, {
    keys: ["*", "product:*", "customer-group:*"],
  })
  @Mutation(() => Boolean, {
    name: "deleteTaxClass",
    description: "Deletes a tax class. Fails if a tax rule, customer group or product uses it.",
  })
  async deleteById(
    @Arg("taxClassId", () => Int, { description: "Id of the class." }) taxClassId: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteTaxClass(ctx.db, taxClassId);
    return true;
  }
}
