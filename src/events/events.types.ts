import { Field } from "type-graphql";
import { OutputShape } from "../contract/shape.js";
import { Mixed } from "../contract/scalars.js";

@OutputShape("Event", "Something that happened in the shop.")
export class Event {
  @Field(() => String, { description: "Its place in the feed, which is also the cursor of the events after it." })
  id!: string;

  @Field(() => String, { description: "Type, such as `order.placed`." })
  type!: string;

  @Field(() => String, { description: "Time at which its transaction began: ISO 8601, in UTC." })
  created_at!: string;

  @Field(() => Mixed, { description: "What it is about, with the names and units of the REST interface." })
  data!: unknown;

  @Field(() => Mixed, {
    nullable: true,
    description:
      "With `payload=full`: what the route of the record answers the caller now, such as `GET /V1/orders/:id` for `order.*`. It " +
      "can be newer than the event, and is null if the record is gone or the type has no object.",
  })
  object?: unknown;
}

@OutputShape("EventPage", "A page of the feed of events.")
export class EventPage {
  @Field(() => [Event], { description: "Events in the order of the feed." })
  events!: Event[];

  @Field(() => String, { description: "The cursor for the next call, also where there was no event." })
  next!: string;
}
