import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../api/call/context.js";
import type { Configured } from "../../config.js";
import { Contract, Rest } from "../../api/contract/rest.js";
import { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
import { changeWebhook, createWebhook, deleteWebhook, ownerFor, requireWebhook } from "./webhook-rules.js";
import { searchWebhooks } from "./webhooks.rows.js";
import { Webhook, WebhookSearchResults, WebhookSubscription } from "./webhooks.types.js";

export const permission = "Portico_Events::webhooks";
export const idDescription = "Id of the webhook.";

@Contract("Webhooks", "WebhookRepository", { aggregate: "webhook" })
@Resolver()
export class WebhookRepository {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/webhooks", permission)
  @Query(() => WebhookSearchResults, {
    name: "webhooks",
    description: "Searches the caller's webhooks by their fields; callers with all rights see everyone's webhooks.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<WebhookSearchResults> {
    return searchWebhooks(ctx.db, searchCriteria, ownerFor(ctx));
  }

  @Rest("GET /V1/webhooks/:id", permission)
  @Query(() => Webhook, {
    name: "webhook",
    description: "A webhook of the caller, with its state. 404 for an unknown id.",
  })
  get(@Arg("id", () => Int, { description: idDescription }) id: number, @Ctx() ctx: Context): Promise<Webhook> {
    return requireWebhook(ctx, id);
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
    @Ctx() ctx: Context,
  ): Promise<Webhook> {
    return createWebhook({ ...ctx, ...this.dependencies }, webhook);
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
    @Ctx() ctx: Context,
  ): Promise<Webhook> {
    return changeWebhook({ ...ctx, ...this.dependencies }, id, webhook);
  }

  @Rest("DELETE /V1/webhooks/:id", permission)
  @Mutation(() => Boolean, {
    name: "deleteWebhook",
    description: "Deletes a webhook with its deliveries and returns true. 404 for an unknown id.",
  })
  async delete(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteWebhook(ctx, id);
    return true;
  }
}
