import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import { audit } from "../../../api/auth/audit.rows.js";
import type { Context } from "../../../api/call/context.js";
import { inputError, noSuchEntity } from "../../../api/call/errors.js";
import type { Configured } from "../../../config.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import {
  PriceSchedule,
  PriceScheduleSearchResults,
  ScheduledPrice,
  schedulePermission,
} from "./price-schedules.types.js";
import { readSchedule, saveSchedule } from "./save-schedule.js";
import { cancelSchedule, findState, searchSchedules } from "./schedules.rows.js";

const idDescription = "Id of the schedule.";

@Contract("Catalog", "PriceSchedule", { aggregate: "price-schedule" })
@Resolver()
export class PriceSchedules {
  constructor(private readonly dependencies: Configured) {}

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
    const state = await findState(db, id);
    if (state === undefined) throw noSuchEntity("id", id);
    throw inputError("The schedule %id is %state; only open schedules can be canceled.", { id, state });
  }
}
