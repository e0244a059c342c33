import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { createGuardRail, deleteGuardRail, replaceGuardRail } from "./guard-rail-rules.js";
import { searchGuardRails } from "./guard-rails.rows.js";
import { PriceGuardRail, PriceGuardRailSearchResults } from "./guard-rails.types.js";
import { tryGuardRail } from "./trial/trial.js";
import { PriceGuardRailTrial } from "./trial/trial.types.js";

const permission = "Portico_Prices::guard_rails";
const idDescription = "Id of the guard-rail.";
const guardRailDescription = "The guard-rail with all its limits. An absent limit is stored as null.";

@Contract("Prices", "PriceGuardRailRepository")
@Resolver()
export class PriceGuardRailRepository {
  @Rest("GET /V1/price-guard-rails", permission)
  @Query(() => PriceGuardRailSearchResults, {
    name: "priceGuardRails",
    description: "Searches price guard-rails by their fields.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<PriceGuardRailSearchResults> {
    return searchGuardRails(ctx.db, searchCriteria);
  }

  @Rest("POST /V1/price-guard-rails", permission, { immediate: true })
  @Mutation(() => PriceGuardRail, {
    name: "createPriceGuardRail",
    description:
      "Creates a guard-rail and returns it. 400 for invalid limits or if the website already has one for the kind, 404 for an unknown website.",
  })
  create(
    @Arg("guardRail", () => PriceGuardRail, { description: guardRailDescription }) guardRail: PriceGuardRail,
    @Ctx() ctx: Context,
  ): Promise<PriceGuardRail> {
    return createGuardRail(ctx, guardRail);
  }

  @Rest("POST /V1/price-guard-rails/trial", permission, { immediate: true })
  @Query(() => PriceGuardRailTrial, {
    name: "priceGuardRailTrial",
    description:
      "Says which recorded price changes a guard-rail would have stopped, without storing it: their number, and the largest. Deletions only count toward `max_rows`. A first price is compared with the base price that is stored now, and a floor with the cost that is stored now. 400 for invalid limits or days, 404 for an unknown website.",
  })
  try(
    @Arg("guardRail", () => PriceGuardRail, { description: guardRailDescription }) guardRail: PriceGuardRail,
    @Arg("days", () => Int, {
      nullable: true,
      defaultValue: 30,
      description: "Number of days up to now to examine, from 1 to 366; 30 by default.",
    })
    days: number,
    @Ctx() { db }: Context,
  ): Promise<PriceGuardRailTrial> {
    return tryGuardRail(db, guardRail, days);
  }

  @Rest("PUT /V1/price-guard-rails/:id", permission, { immediate: true, path: { id: "id" } })
  @Mutation(() => PriceGuardRail, {
    name: "replacePriceGuardRail",
    description:
      "Replaces all limits of a guard-rail and returns it. 400 for invalid limits, 404 for an unknown id or website.",
  })
  replace(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Arg("guardRail", () => PriceGuardRail, { description: guardRailDescription }) guardRail: PriceGuardRail,
    @Ctx() ctx: Context,
  ): Promise<PriceGuardRail> {
    return replaceGuardRail(ctx, id, guardRail);
  }

  @Rest("DELETE /V1/price-guard-rails/:id", permission, { immediate: true })
  @Mutation(() => Boolean, {
    name: "deletePriceGuardRail",
    description: "Deletes a guard-rail and returns true. 404 for an unknown id.",
  })
  async delete(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteGuardRail(ctx, id);
    return true;
  }
}
