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
  Writes,
} from "../extensions/public.js";
import { deliveries } from "./deliveries/send-deliveries.js";
import { addSecret, readCurrentSecret } from "./secrets.sql.js";
import { auditWebhook, pause, resume, rewind, requireWebhook } from "./webhook-rules.js";
import { idDescription, permission } from "./webhooks.resolver.js";
import { Webhook } from "./webhooks.types.js";

@Contract("Webhooks", "WebhookManagement", { aggregate: "webhook" })
@Resolver()
export class WebhookManagement {
  constructor(private readonly services: ExtensionServices) {}

  @Rest("POST /V1/webhooks/:id/pause", permission)
  @Mutation(() => Webhook, {
    name: "pauseWebhook",
    description: "Pauses a webhook after the event that is being posted, and returns it. 404 for an unknown id.",
  })
  pause(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Ctx() ctx: ExtensionContext,
  ): Promise<Webhook> {
    return pause(ctx, this.services, id);
  }

  @Rest("POST /V1/webhooks/:id/resume", permission)
  @Mutation(() => Webhook, {
    name: "resumeWebhook",
    description:
      "Activates a paused or failed webhook and returns it. It continues immediately where it stopped. 404 for an unknown id, 400 if its next events were removed, in which case `after` is needed.",
  })
  async resume(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Arg("after", () => String, {
      nullable: true,
      description:
        "Feed cursor after which to continue, or `latest`; events up to it are skipped. Defaults to the webhook's own cursor.",
    })
    after: string | null | undefined,
    @Ctx() ctx: ExtensionContext,
  ): Promise<Webhook> {
    const resumed = await resume(ctx, this.services, { id, after });
    this.services.wake(ctx, deliveries);
    return resumed;
  }

  @Rest("POST /V1/webhooks/:id/replay", permission)
  @Mutation(() => Webhook, {
    name: "replayWebhook",
    description:
      "Posts the events after a cursor again, with the ids of their first deliveries, and returns the webhook. 404 for an unknown " +
      "id, 400 for a cursor that is not in the feed or whose next events were removed.",
  })
  async replay(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Arg("after", () => String, {
      description: "Feed cursor: the `id` of the last event that is not posted again.",
    })
    after: string,
    @Ctx() ctx: ExtensionContext,
  ): Promise<Webhook> {
    const rewound = await rewind(ctx, this.services, { id, after });
    this.services.wake(ctx, deliveries);
    return rewound;
  }

  @Rest("GET /V1/webhooks/:id/secret", permission)
  @Query(() => String, {
    name: "webhookSecret",
    description: "The signing key of a webhook: `whsec_` followed by Base64. 404 for an unknown id.",
  })
  async getSecret(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Ctx() ctx: ExtensionContext,
  ): Promise<string> {
    const webhook = await requireWebhook(ctx, this.services, id);
    await auditWebhook(ctx, this.services, { event: "webhook secret read", webhook });
    return readCurrentSecret(ctx.db, id, this.services.secrets);
  }

  @Rest("POST /V1/webhooks/:id/secret", permission, { immediate: true })
  @Writes("webhook", { id: "id" })
  @Mutation(() => String, {
    name: "replaceWebhookSecret",
    description:
      "Replaces the key of a webhook and returns the new one. For 24 hours, posts are signed with both keys. 404 for an unknown id.",
  })
  async replaceSecret(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Ctx() ctx: ExtensionContext,
  ): Promise<string> {
    const webhook = await requireWebhook(ctx, this.services, id);
    await auditWebhook(ctx, this.services, { event: "webhook secret replaced", webhook });
    return addSecret(ctx.db, id, this.services.secrets);
  }
}
