import {
  Arg,
  Contract,
  Ctx,
  type ExtensionContext,
  type ExtensionServices,
  Int,
  Mutation,
  Query,
  Resolver,
  Rest,
  SearchCriteria,
} from "../extensions/public.js";
import { changeWebhook, createWebhook, deleteWebhook, ownerFor, requireWebhook } from "./webhook-rules.js";
import { searchedWebhooks, type StoredWebhook, toWebhook } from "./webhooks.sql.js";
import { Webhook, WebhookSearchResults, WebhookSubscription } from "./webhooks.types.js";

export const permission = "Portico_Events::webhooks";
export const idDescription = "Id of the webhook.";

@Contract("Webhooks", "WebhookRepository", { aggregate: "webhook" })
@Resolver()
export class WebhookRepository {
  constructor(private readonly services: ExtensionServices) {}

  @Rest("GET /V1/webhooks", permission)
  @Query(() => WebhookSearchResults, {
    name: "webhooks",
    description: "Searches the caller's webhooks by their fields; callers with all rights see everyone's webhooks.",
  })
  async getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() ctx: ExtensionContext,
  ): Promise<WebhookSearchResults> {
    const searched = { ...searchedWebhooks, only: { ...ownerFor(ctx, this.services) } };
    const page = await this.services.search<StoredWebhook>(ctx, searchCriteria, searched);
    return { ...page, items: page.items.map(toWebhook) };
  }

  @Rest("GET /V1/webhooks/:id", permission)
  @Query(() => Webhook, {
    name: "webhook",
    description: "A webhook of the caller, with its state. 404 for an unknown id.",
  })
  get(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Ctx() ctx: ExtensionContext,
  ): Promise<Webhook> {
    return requireWebhook(ctx, this.services, id);
  }

  @Rest("POST /V1/webhooks", permission, { keys: [] })
  @Mutation(() => Webhook, {
    name: "createWebhook",
    description:
      "Subscribes the caller to events from now on and returns the webhook. 400 for an unknown type and a URL that is not allowed, " +
      "401 for types that the caller may not see.",
  })
  create(
    @Arg("webhook", () => WebhookSubscription, { description: "The URL, event types and payload." })
    webhook: WebhookSubscription,
    @Ctx() ctx: ExtensionContext,
  ): Promise<Webhook> {
    return createWebhook(ctx, this.services, webhook);
  }

  @Rest("PUT /V1/webhooks/:id", permission)
  @Mutation(() => Webhook, {
    name: "replaceWebhook",
    description:
      "Replaces name, URL, types and payload of a webhook and returns it; its cursor stays unchanged. 404 for an unknown id, 400 and 401 as " +
      "for a new one.",
  })
  replace(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Arg("webhook", () => WebhookSubscription, { description: "The URL, event types and payload." })
    webhook: WebhookSubscription,
    @Ctx() ctx: ExtensionContext,
  ): Promise<Webhook> {
    return changeWebhook(ctx, this.services, { id, given: webhook });
  }

  @Rest("DELETE /V1/webhooks/:id", permission)
  @Mutation(() => Boolean, {
    name: "deleteWebhook",
    description: "Deletes a webhook with its deliveries and returns true. 404 for an unknown id.",
  })
  async delete(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Ctx() ctx: ExtensionContext,
  ): Promise<boolean> {
    await deleteWebhook(ctx, this.services, id);
    return true;
  }
}
