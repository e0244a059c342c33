import { Field, Int, OutputShape, SearchResults, Shape } from "../extensions/public.js";

@Shape("WebhookSubscription", "The subscription of a webhook: its URL, event types and payload.")
export class WebhookSubscription {
  @Field(() => String, { nullable: true, description: "Display name, at most 255 characters." })
  name?: string | null;

  @Field(() => String, {
    description: "URL that events are posted to; its host must be in `PORTICO_CALLBACK_HOSTS`.",
  })
  url!: string;

  @Field(() => [String], {
    description:
      "Event types, such as `order.placed`; `order.*` matches all types that begin with `order.`, `*` matches all types.",
  })
  types!: string[];

  @Field(() => String, {
    nullable: true,
    description:
      "`full` (the default) posts `data` and the `object`, as its route returns it at the time of posting; `reference` posts only `data`.",
  })
  payload?: string | null;
}

@OutputShape("Webhook", "A subscription: events of the feed are posted to its URL, one at a time and in order.", {
  always: [
    ...["id", "name", "url", "payload", "status", "user_type", "user_id", "cursor", "attempts"],
    ...["created_at", "updated_at"],
  ],
})
export class Webhook extends WebhookSubscription {
  @Field(() => Int, { description: "Id." })
  id!: number;

  @Field(() => String, {
    description: "`active`, `paused` by a call, or `failed`: paused because its events could not be delivered.",
  })
  status!: string;

  @Field(() => String, { nullable: true, description: "Reason for the status `failed`; null otherwise." })
  reason?: string | null;

  @Field(() => Int, { description: "User type of the owner: 1 integration, 2 administrator." })
  user_type!: number;

  @Field(() => Int, { description: "Id of the owner, whose rights decide which events are posted." })
  user_id!: number;

  @Field(() => String, { description: "Feed cursor: events up to it were delivered or do not match the subscription." })
  cursor!: string;

  @Field(() => Int, { description: "Failed attempts since the last delivery." })
  attempts!: number;

  @Field(() => Int, { nullable: true, description: "HTTP status of the last response; null if there was none." })
  http_status?: number | null;

  @Field(() => String, { nullable: true, description: "Error of the last attempt; null if it succeeded." })
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

@OutputShape("WebhookDelivery", "The delivery of an event or a ping to a webhook.", {
  always: ["id", "webhook_id", "type", "state", "attempts", "created_at"],
})
export class WebhookDelivery {
  @Field(() => String, {
    description: "Id, also sent in the `Webhook-Id` header; it stays the same when an event is sent again.",
  })
  id!: string;

  @Field(() => Int, { description: "Id of the webhook." })
  webhook_id!: number;

  @Field(() => String, { nullable: true, description: "Position of the event in the feed; null for a ping." })
  event_id?: string | null;

  @Field(() => String, { description: "Type of the event, or `webhook.ping`." })
  type!: string;

  @Field(() => String, { description: "`pending`, `delivered`, or `failed` if there are no more attempts." })
  state!: string;

  @Field(() => Int, { description: "Number of attempts since the last replay." })
  attempts!: number;

  @Field(() => Int, { nullable: true, description: "HTTP status of the last response; null if there was none." })
  http_status?: number | null;

  @Field(() => String, { nullable: true, description: "Error of the last failed attempt." })
  last_error?: string | null;

  @Field(() => String, { description: "Time of the first attempt or of the ping, in UTC." })
  created_at!: string;

  @Field(() => String, { nullable: true, description: "Time of the delivery, in UTC." })
  delivered_at?: string | null;
}

export const WebhookDeliverySearchResults = SearchResults(WebhookDelivery);
export type WebhookDeliverySearchResults = SearchResults<WebhookDelivery>;
