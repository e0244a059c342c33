import { Field } from "type-graphql";
import { OutputShape } from "../../api/contract/shape.js";
import { Mixed } from "../../api/contract/scalars.js";

@OutputShape("Event", "Something that happened in the shop.")
export class Event {
  @Field(() => String, { description: "Position in the feed, which is also the cursor for the events after it." })
  id!: string;

  @Field(() => String, { description: "Type, such as `order.placed`." })
  type!: string;

  @Field(() => String, { description: "Start time of its transaction: ISO 8601, in UTC." })
  created_at!: string;

  @Field(() => Mixed, { description: "Data of the event, with the names and units of the REST API." })
  data!: unknown;

  @Field(() => Mixed, {
    nullable: true,
    description:
      "With `payload=full`: the record as its route currently returns it to the caller, such as `GET /V1/orders/:id` for `order.*`. It can be newer than the event, and is null if the record is gone or the type has no object.",
  })
  object?: unknown;
}

@OutputShape("EventPage", "A page of the feed of events.")
export class EventPage {
  @Field(() => [Event], { description: "Events in feed order." })
  events!: Event[];

  @Field(() => String, { description: "Cursor for the next call, even if the page has no events." })
  next!: string;
}
