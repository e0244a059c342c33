import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../api/call/context.js";
import type { Configured } from "../../config.js";
import { Contract, Rest, Writes } from "../../api/contract/rest.js";
import { addSecret, readCurrentSecret } from "./secrets.rows.js";
import { auditWebhook, pause, resume, rewind, requireWebhook } from "./webhook-rules.js";
import { idDescription, permission } from "./webhooks.resolver.js";
import { Webhook } from "./webhooks.types.js";

/** Wakes the sender, which then looks for due deliveries immediately. */
export interface WakesWebhooks {
  readonly wakeWebhooks: () => void;
}

@Contract("Webhooks", "WebhookManagement", { aggregate: "webhook" })
@Resolver()
export class WebhookManagement {
  constructor(private readonly dependencies: Configured & WakesWebhooks) {}

  @Rest("POST /V1/webhooks/:id/pause", permission)
  @Mutation(() => Webhook, {
    name: "pauseWebhook",
    description: "Pauses a webhook after the event that is being posted, and returns it. 404 for an unknown id.",
  })
  pause(@Arg("id", () => Int, { description: idDescription }) id: number, @Ctx() ctx: Context): Promise<Webhook> {
    return pause(ctx, id);
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
    @Ctx() ctx: Context,
  ): Promise<Webhook> {
    const resumed = await resume(ctx, id, after);
    ctx.db.afterCommit(this.dependencies.wakeWebhooks);
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
    @Ctx() ctx: Context,
  ): Promise<Webhook> {
    const rewound = await rewind(ctx, id, after);
    ctx.db.afterCommit(this.dependencies.wakeWebhooks);
    return rewound;
  }

  @Rest("GET /V1/webhooks/:id/secret", permission)
  @Query(() => String, {
    name: "webhookSecret",
    description: "The signing key of a webhook: `whsec_` followed by Base64. 404 for an unknown id.",
  })
  async getSecret(
    @Arg("id", () => Int, { description: idDescription }) id: number,
    @Ctx() ctx: Context,
  ): Promise<string> {
    await auditWebhook(ctx, "webhook secret read", await requireWebhook(ctx, id));
    return readCurrentSecret(ctx.db, id, this.dependencies.config);
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
    @Ctx() ctx: Context,
  ): Promise<string> {
    await auditWebhook(ctx, "webhook secret replaced", await requireWebhook(ctx, id));
    return addSecret(ctx.db, id, this.dependencies.config);
  }
}
