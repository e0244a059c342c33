import { Field, Int } from "type-graphql";
import { OutputShape, Shape } from "../contract/shape.js";
import { SearchResults } from "../search-criteria/search-results.js";

@Shape("WebhookSubscription", "What is posted to a webhook, and where.")
export class WebhookSubscription {
  @Field(() => String, { nullable: true, description: "Name for people, at most 255 characters." })
  name?: string | null;

  @Field(() => String, {
    description: "URL that events are posted to; its host must be in `PORTICO_CALLBACK_HOSTS`.",
  })
  url!: string;

  @Field(() => [String], {
    description: "Types of events, such as `order.placed`; `order.*` stands for all that begin so, `*` for all.",
  })
  types!: string[];

  @Field(() => String, {
    nullable: true,
    description:
      "`full`, the default: an event has the `object` as its route answers when it is posted. `reference`: `data` only.",
  })
  payload?: string | null;
}

@OutputShape("Webhook", "A subscription: events of the feed are posted to its URL, one after the other in their order.")
export class Webhook extends WebhookSubscription {
  @Field(() => Int, { description: "Id." })
  id!: number;

  @Field(() => String, {
    description: "`active`, `paused` by a call, or `failed`: paused because its events could not be delivered.",
  })
  status!: string;

  @Field(() => String, { nullable: true, description: "Why it failed; null otherwise." })
  reason?: string | null;

  @Field(() => Int, { description: "User type of the owner: 1 integration, 2 administrator." })
  user_type!: number;

  @Field(() => Int, { description: "Id of the owner, whose rights decide which events are posted." })
  user_id!: number;

  @Field(() => String, { description: "Cursor of the feed: events up to it were delivered or do not concern it." })
  cursor!: string;

  @Field(() => Int, { description: "Failed attempts since the last delivery." })
  attempts!: number;

  @Field(() => Int, { nullable: true, description: "HTTP status of the last answer; null where there was none." })
  http_status?: number | null;

  @Field(() => String, { nullable: true, description: "Why the last attempt failed; null if it did not." })
  last_error?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Time of the first failed attempt since the last delivery, UTC, `YYYY-MM-DD hh:mm:ss`; null if none failed.",
  })
  failing_since?: string | null;

  @Field(() => String, { description: "Creation time in UTC." })
  created_at!: string;

  @Field(() => String, { description: "Time of the last change by a call, in UTC." })
  updated_at!: string;
}

export const WebhookSearchResults = SearchResults(Webhook);
export type WebhookSearchResults = SearchResults<Webhook>;

@OutputShape("WebhookDelivery", "An event, or a ping, that is or was posted to a webhook.")
export class WebhookDelivery {
  @Field(() => String, {
    description: "Id, which the header `Webhook-Id` has too; an event keeps it when it is sent again.",
  })
  id!: string;

  @Field(() => Int, { description: "Id of the webhook." })
  webhook_id!: number;

  @Field(() => String, { nullable: true, description: "Place of the event in the feed; null for a ping." })
  event_id?: string | null;

  @Field(() => String, { description: "Type of the event, or `webhook.ping`." })
  type!: string;

  @Field(() => String, { description: "`pending`, `delivered`, or `failed` if it is not sent again." })
  state!: string;

  @Field(() => Int, { description: "How often it was sent, since the last replay." })
  attempts!: number;

  @Field(() => Int, { nullable: true, description: "HTTP status of the last answer; null where there was none." })
  http_status?: number | null;

  @Field(() => String, { nullable: true, description: "Why the last attempt failed." })
  last_error?: string | null;

  @Field(() => String, { description: "Time of the first attempt or of the ping, in UTC." })
  created_at!: string;

  @Field(() => String, { nullable: true, description: "Time of the delivery, in UTC." })
  delivered_at?: string | null;
}

export const WebhookDeliverySearchResults = SearchResults(WebhookDelivery);
export type WebhookDeliverySearchResults = SearchResults<WebhookDelivery>;
