import {
  Arg,
  Contract,
  Ctx,
  type ExtensionContext,
  type ExtensionServices,
  inputError,
  Int,
  Mutation,
  noSuchEntity,
  Query,
  Resolver,
  Rest,
  SearchCriteria,
} from "../../extensions/public.js";
import {
  insertPing,
  readDelivery,
  renewDelivery,
  searchedDeliveries,
  type StoredDelivery,
  toDelivery,
} from "./deliveries.sql.js";
import { deliveries } from "./send-deliveries.js";
import { auditWebhook, readEventAs, requireWebhook } from "../webhook-rules.js";
import { idDescription, permission } from "../webhooks.resolver.js";
import { WebhookDelivery, WebhookDeliverySearchResults } from "../webhooks.types.js";

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

@Contract("Webhooks", "WebhookDeliveryManagement", { aggregate: "webhook" })
@Resolver()
export class WebhookDeliveryManagement {
  constructor(private readonly services: ExtensionServices) {}

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
    @Ctx() ctx: ExtensionContext,
  ): Promise<WebhookDeliverySearchResults> {
    await requireWebhook(ctx, this.services, id);
    const searched = { ...searchedDeliveries, only: { webhook_id: id } };
    const page = await this.services.search<StoredDelivery>(ctx, searchCriteria, searched);
    return { ...page, items: page.items.map(toDelivery) };
  }

  @Rest("POST /V1/webhooks/:id/ping", permission)
  @Mutation(() => WebhookDelivery, {
    name: "pingWebhook",
    description:
      "Posts a `webhook.ping` to a webhook, even to a paused one, and returns the delivery; search deliveries by its id to follow its state. A ping is sent only once. 404 for an unknown id.",
  })
  async ping(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Ctx() ctx: ExtensionContext,
  ): Promise<WebhookDelivery> {
    await requireWebhook(ctx, this.services, id);
    const ping = await insertPing(ctx.db, id);
    this.services.wake(ctx, deliveries);
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
    @Ctx() ctx: ExtensionContext,
  ): Promise<WebhookDelivery> {
    const webhook = await requireWebhook(ctx, this.services, id);
    const found = uuid.test(deliveryId) ? await readDelivery(ctx.db, deliveryId, id) : undefined;
    if (!found) throw noSuchEntity("deliveryId", deliveryId);
    const system = this.services.asSystem(ctx);
    if (found.event_id != null && !(await readEventAs(system, this.services, Number(found.event_id)))) {
      throw inputError("The event %1 was removed from the feed.", [found.event_id]);
    }
    const renewed = await renewDelivery(ctx.db, deliveryId);
    await auditWebhook(ctx, this.services, { event: "webhook delivery replayed", webhook });
    this.services.wake(ctx, deliveries);
    return renewed;
  }
}
