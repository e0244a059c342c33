import { admits, everything } from "../../api/auth/actor.js";
import { audit, type AuditEvent } from "../../api/auth/audit.rows.js";
import type { ConfiguredContext, Context } from "../../api/call/context.js";
import { aggregate, inputError, invalidValue, noSuchEntity, type Reason, tooLong } from "../../api/call/errors.js";
import type { Db } from "../../platform/db/database.js";
import {
  checkCursor,
  checkPatterns,
  requireAdmittedTypes,
  readBounds,
  removedEvents,
} from "../../commerce/events/published.js";
import { allowedUrl } from "../../api/bulk/callbacks/callback-url.js";
import { addSecret } from "./secrets.rows.js";
import {
  deleteWebhookRow,
  insertWebhook,
  type Owner,
  pauseWebhook,
  readWebhook,
  resumeWebhook,
  rewindWebhook,
  type SubscriptionColumns,
  updateWebhook,
} from "./webhooks.rows.js";
import type { Webhook, WebhookSubscription } from "./webhooks.types.js";

const longestName = 255;

/**
 * Returns the owner whose webhooks a caller may see and change: the caller, or anybody for a caller with all rights.
 * Events are posted with the owner's rights, so nobody else may choose where they go.
 */
export function ownerFor({ actor }: Pick<Context, "actor">): Owner {
  if (admits([everything], actor)) return {};
  return { user_type: actor.type, user_id: actor.id ?? 0 };
}

/** Returns a webhook that the caller may see. Throws 404. */
export async function requireWebhook(ctx: Pick<Context, "actor" | "db">, id: number): Promise<Webhook> {
  const found = await readWebhook(ctx.db, id, ownerFor(ctx));
  if (!found) throw noSuchEntity("id", id);
  return found;
}

/**
 * Creates a webhook of the caller. It begins with the next event. Throws 400 for invalid values, 401 for types that the
 * caller may not see.
 */
export async function createWebhook(ctx: ConfiguredContext, given: WebhookSubscription): Promise<Webhook> {
  const columns = checkSubscription(ctx, given);
  const { last: cursor } = await readBounds(ctx.db);
  const { type: user_type, id: user_id } = ctx.actor;
  const created = await insertWebhook(ctx.db, { ...columns, user_type, user_id: user_id ?? 0, cursor });
  await addSecret(ctx.db, created.id, ctx.config);
  await auditWebhook(ctx, "webhook created", created);
  return created;
}

/** Changes a webhook. Throws 404, and as `createWebhook` does. */
export async function changeWebhook(ctx: ConfiguredContext, id: number, given: WebhookSubscription): Promise<Webhook> {
  await requireWebhook(ctx, id);
  const changed = await updateWebhook(ctx.db, id, checkSubscription(ctx, given));
  await auditWebhook(ctx, "webhook changed", changed);
  return changed;
}

/** Deletes a webhook. Throws 404. */
export async function deleteWebhook(ctx: Context, id: number): Promise<void> {
  const found = await requireWebhook(ctx, id);
  await deleteWebhookRow(ctx.db, id);
  await auditWebhook(ctx, "webhook deleted", found);
}

/** Pauses a webhook. Throws 404. */
export async function pause(ctx: Context, id: number): Promise<Webhook> {
  await auditWebhook(ctx, "webhook paused", await requireWebhook(ctx, id));
  return pauseWebhook(ctx.db, id);
}

/**
 * Activates a webhook, which continues after its own cursor or the given one. Throws 404, and 400 for a cursor that cannot
 * be used.
 */
export async function resume(ctx: Context, id: number, after: string | null | undefined): Promise<Webhook> {
  const found = await requireWebhook(ctx, id);
  const resumed = await resumeWebhook(ctx.db, id, await resolveCursor(ctx.db, after ?? found.cursor));
  await auditWebhook(ctx, "webhook resumed", found);
  return resumed;
}

/**
 * Rewinds a webhook, so that the events after a cursor are posted again. Throws 404, and 400 for a cursor that cannot be
 * used.
 */
export async function rewind(ctx: Context, id: number, after: string): Promise<Webhook> {
  const found = await requireWebhook(ctx, id);
  const rewound = await rewindWebhook(ctx.db, id, await resolveCursor(ctx.db, after));
  await auditWebhook(ctx, "webhook replayed", found);
  return rewound;
}

/**
 * Returns the position of a cursor. Throws 400 for an invalid one, one ahead of the feed, and one whose next events were
 * removed.
 */
async function resolveCursor(db: Db, after: string): Promise<number> {
  const { last, removedUpTo } = await readBounds(db);
  if (after === "latest") return last;
  checkCursor(after);
  if (Number(after) < removedUpTo) throw removedEvents(after, removedUpTo);
  if (Number(after) > last) {
    throw inputError("The feed has no cursor %1 yet; its last one is %2.", [after, String(last)]);
  }
  return Number(after);
}

function checkSubscription(ctx: ConfiguredContext, given: WebhookSubscription): SubscriptionColumns {
  const { name, url, types, payload } = { ...given, name: given.name ?? "", payload: given.payload ?? "full" };
  const reasons: Reason[] = [];
  if (types.length === 0) reasons.push({ message: "A webhook needs at least one event type." });
  if (payload !== "full" && payload !== "reference") reasons.push(invalidValue("payload", payload));
  if (reasons.length > 0) throw aggregate(reasons);
  if ([...name].length > longestName) throw tooLong("name", longestName);
  checkPatterns(types);
  requireAdmittedTypes(ctx, types);
  return { name, url: allowedUrl(url, ctx.config).href, types: [...new Set(types)], payload };
}

/** Stores an audit event about a webhook. */
export const auditWebhook = (ctx: Context, event: AuditEvent, { id, url }: Webhook): Promise<void> =>
  audit(ctx.db, ctx, { event, type: null, id: null, name: `${id}, ${new URL(url).origin}` });
