import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { inputError, noSuchEntity } from "../../../api/call/errors.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { isUuid } from "../../../platform/db/statements/parameters.js";
import { readEvent } from "../../../commerce/events/published.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { insertPing, readDelivery, renewDelivery, searchDeliveries } from "./deliveries.rows.js";
import type { WakesWebhooks } from "../webhook-management.resolver.js";
import { auditWebhook, requireWebhook } from "../webhook-rules.js";
import { idDescription, permission } from "../webhooks.resolver.js";
import { WebhookDelivery, WebhookDeliverySearchResults } from "../webhooks.types.js";

@Contract("Webhooks", "WebhookDeliveryManagement", { aggregate: "webhook" })
@Resolver()
export class WebhookDeliveryManagement {
  constructor(private readonly dependencies: WakesWebhooks) {}

  @Rest("GET /V1/webhooks/:id/deliveries", permission)
  @Query(() => WebhookDeliverySearchResults, {
    name: "webhookDeliveries",
    description:
      "Searches the deliveries of a webhook by their fields, the oldest first by default. 404 for an unknown id.",
  })
  async getList(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<WebhookDeliverySearchResults> {
    await requireWebhook(ctx, id);
    return searchDeliveries(ctx.db, searchCriteria, id);
  }

  @Rest("POST /V1/webhooks/:id/ping", permission)
  @Mutation(() => WebhookDelivery, {
    name: "pingWebhook",
    description:
      "Posts a `webhook.ping` to a webhook, even to a paused one, and returns the delivery; search deliveries by its id to follow its state. A ping is sent only once. 404 for an unknown id.",
  })
  async ping(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Ctx() ctx: Context,
  ): Promise<WebhookDelivery> {
    await requireWebhook(ctx, id);
    const ping = await insertPing(ctx.db, id);
    ctx.db.afterCommit(this.dependencies.wakeWebhooks);
    return ping;
  }

  @Rest("POST /V1/webhooks/:id/deliveries/:deliveryId/replay", permission)
  @Mutation(() => WebhookDelivery, {
    name: "replayWebhookDelivery",
    description:
      "Posts one delivery again, separately and with the same id, and returns it. Failed attempts are repeated for a day. 404 for an " +
      "unknown id, 400 if the event was removed from the feed.",
  })
  async replay(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Arg("deliveryId", () => String, { description: "Id of the delivery." }) deliveryId: string,
    @Ctx() ctx: Context,
  ): Promise<WebhookDelivery> {
    const webhook = await requireWebhook(ctx, id);
    const found = isUuid(deliveryId) ? await readDelivery(ctx.db, deliveryId, id) : undefined;
    if (!found) throw noSuchEntity("deliveryId", deliveryId);
    if (found.event_id != null && !(await readEvent(ctx.db, Number(found.event_id)))) {
      throw inputError("The event %1 was removed from the feed.", [found.event_id]);
    }
    const renewed = await renewDelivery(ctx.db, deliveryId);
    await auditWebhook(ctx, "webhook delivery replayed", webhook);
    ctx.db.afterCommit(this.dependencies.wakeWebhooks);
    return renewed;
  }
}
