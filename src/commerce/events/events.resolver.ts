import { Arg, Ctx, Int, Query, Resolver } from "type-graphql";
import type { Context } from "../../api/call/context.js";
import { invalid } from "../../api/call/errors.js";
import type { ReadResource } from "../../api/call/stored/read-resource.js";
import { Contract, Rest } from "../../api/contract/rest.js";
import { withObjects } from "./event-objects.js";
import { requireAdmittedTypes } from "./event-rights.js";
import { eventTypes } from "./event-types.js";
import { EventPage } from "./events.types.js";
import { patternsOf, readEvents } from "./read-events.js";

const types = Object.entries(eventTypes).map(
  ([type, { about, permission }]) => `\`${type}\` (\`${permission}\`): ${about}`,
);

@Contract("Events", "EventFeed")
@Resolver()
export class EventFeed {
  constructor(private readonly dependencies: { readonly readResource: ReadResource }) {}

  @Rest("GET /V1/events", "Portico_Events::events")
  @Query(() => EventPage, {
    name: "events",
    description:
      "Reads the feed of events. Each committed event has a position in it; a client that continues with `next` gets each event once. An event that is committed late gets a late position. Callers see only the types for which they have the permission. " +
      types.join(" "),
  })
  async getList(
    @Arg("after", () => String, {
      nullable: true,
      description:
        "Cursor: `next` of the last page, or `latest` for events from now on. Defaults to the first event that is still kept. 400 if events after it were removed.",
    })
    after: string | null | undefined,
    @Arg("types", () => String, {
      nullable: true,
      description:
        "Types, separated by commas; `order.*` matches all types that begin with `order.`. 401 for types that the caller may not see. Defaults to all types that the caller may see.",
    })
    given: string | null | undefined,
    @Arg("limit", () => Int, {
      nullable: true,
      description: "Maximum number of events, from 1 to 1000; 100 by default.",
    })
    limit: number | null | undefined,
    @Arg("payload", () => String, {
      nullable: true,
      description:
        "`reference` (the default), or `full` to add the `object` of each event, which takes one read for each object.",
    })
    payload: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<EventPage> {
    if (payload != null && payload !== "full" && payload !== "reference") throw invalid("payload", payload);
    const page = await readEvents(ctx.db, { after, types: requireAdmittedTypes(ctx, patternsOf(given)), limit });
    if (payload !== "full") return page;
    return { ...page, events: await withObjects(page.events, ctx, this.dependencies.readResource) };
  }
}
