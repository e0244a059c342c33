import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import { audit } from "../../../api/auth/audit.rows.js";
import type { Context } from "../../../api/call/context.js";
import type { PriceDependencies } from "../../../commerce/pricing/writes/price-checks.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import {
  PriceSchedule,
  PriceScheduleSearchResults,
  ScheduledPrice,
  schedulePermission,
} from "./price-schedules.types.js";
import { changeSchedule, endedError, readSchedule, saveSchedule } from "./save-schedule.js";
import { cancelSchedule, searchSchedules } from "./schedules.rows.js";

const idDescription = "Id of the schedule.";

@Contract("Catalog", "PriceSchedule", { aggregate: "price-schedule" })
@Resolver()
export class PriceSchedules {
  constructor(private readonly dependencies: PriceDependencies) {}

  @Rest("POST /V1/price-schedules", schedulePermission, { keys: [] })
  @Mutation(() => PriceSchedule, {
    name: "schedulePrices",
    description:
      "Schedules prices to change together at a given time. Returns warnings about other open schedules that change the same prices. 400 for a time that has passed and for rows that would fail now.",
  })
  create(
    @Arg("name", () => String, { description: "Name of the schedule." }) name: string,
    @Arg("at", () => String, { description: "Time of the price change, ISO 8601, in UTC unless it has an offset." })
    at: string,
    @Arg("prices", () => [ScheduledPrice], { description: "The prices to set and to delete." })
    prices: ScheduledPrice[],
    @Ctx() ctx: Context,
  ): Promise<PriceSchedule> {
    return saveSchedule({ ...ctx, ...this.dependencies }, { name, at, prices });
  }

  @Rest("GET /V1/price-schedules", schedulePermission)
  @Query(() => PriceScheduleSearchResults, {
    name: "priceSchedules",
    description: "Searches schedules by id, name, at, state, created_at and ended_at.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() { db }: Context,
  ): Promise<PriceScheduleSearchResults> {
    return searchSchedules(db, searchCriteria);
  }

  @Rest("GET /V1/price-schedules/:id", schedulePermission)
  @Query(() => PriceSchedule, {
    name: "priceSchedule",
    description: "A schedule with its prices and its result.",
  })
  get(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Ctx() { db }: Context,
  ): Promise<PriceSchedule> {
    return readSchedule(db, id);
  }

  @Rest("PUT /V1/price-schedules/:id", schedulePermission)
  @Mutation(() => PriceSchedule, {
    name: "changePriceSchedule",
    description:
      "Changes an open schedule. It is then applied with the rights of the user who changed it, so its prices are checked again. 400 for one that has ended, for a time that has passed and for rows that would fail now, 404 for an unknown id.",
  })
  change(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Arg("name", () => String, { nullable: true, description: "New name; absent to keep it." })
    name: string | null | undefined,
    @Arg("at", () => String, {
      nullable: true,
      description: "New time, ISO 8601, in UTC unless it has an offset; absent to keep it.",
    })
    at: string | null | undefined,
    @Arg("prices", () => [ScheduledPrice], {
      nullable: true,
      description: "New prices, in place of all others; absent to keep them.",
    })
    prices: ScheduledPrice[] | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<PriceSchedule> {
    return changeSchedule({ ...ctx, ...this.dependencies }, id, { name, at, prices });
  }

  @Rest("DELETE /V1/price-schedules/:id", schedulePermission)
  @Writes("priceSchedule", { id: "id" })
  @Mutation(() => Boolean, {
    name: "cancelPriceSchedule",
    description: "Cancels an open schedule. 400 for one that has ended.",
  })
  async cancel(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    const { db } = ctx;
    if (await cancelSchedule(db, id)) {
      await audit(db, ctx, { event: "price schedule canceled", type: null, id: null, name: String(id) });
      return true;
    }
    throw await endedError(db, id, "canceled");
  }
}
