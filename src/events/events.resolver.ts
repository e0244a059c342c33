import { Arg, Ctx, Int, Query, Resolver } from "type-graphql";
import type { Context } from "../call/context.js";
import { Contract, Rest } from "../contract/rest.js";
import { eventTypes } from "./event-types.js";
import { EventPage } from "./events.types.js";
import { readEvents } from "./read-events.js";

const types = Object.entries(eventTypes).map(([type, about]) => `\`${type}\`: ${about}`);

@Contract("Events")
@Resolver()
export class EventFeed {
  @Rest("GET /V1/events", "Portico_Events::events")
  @Query(() => EventPage, {
    name: "events",
    description:
      "Reads the feed of events. Each committed event has its place in it; a client that continues with `next` gets each of " +
      `them once. An event that was committed later has a later place. ${types.join(" ")}`,
  })
  getList(
    @Arg("after", () => String, {
      nullable: true,
      description:
        "Cursor: `next` of the last answer, or `latest` for the events from now on. Default: the first event that is kept. " +
        "400 if events after it were removed.",
    })
    after: string | null | undefined,
    @Arg("types", () => String, {
      nullable: true,
      description: "Types, separated by commas; `order.*` stands for all that begin so. Default: all.",
    })
    given: string | null | undefined,
    @Arg("limit", () => Int, { nullable: true, description: "Most events of the answer, 1 to 1000. Default: 100." })
    limit: number | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<EventPage> {
    return readEvents(ctx.db, { after, types: given, limit });
  }
}
