import {
  aggregate,
  type ExtensionContext,
  type ExtensionServices,
  type FeedEntry,
  invalidValue,
  noSuchEntity,
  tooLong,
} from "../extensions/public.js";
import { addSecret } from "./secrets.sql.js";
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
} from "./webhooks.sql.js";
import type { Webhook, WebhookSubscription } from "./webhooks.types.js";

const longestName = 255;

/**
 * Returns the owner whose webhooks a caller may see and change: the caller, or anybody for a caller with all rights.
 * Events are posted with the owner's rights, so nobody else may choose where they go.
 */
export function ownerFor(ctx: ExtensionContext, services: ExtensionServices): Owner {
  if (services.isAllowed(ctx, "Magento_Backend::all")) return {};
  return { user_type: ctx.actor.type, user_id: ctx.actor.id ?? 0 };
}

/** Returns a webhook that the caller may see. Throws 404. */
export async function requireWebhook(ctx: ExtensionContext, services: ExtensionServices, id: number): Promise<Webhook> {
  const found = await readWebhook(ctx.db, id, ownerFor(ctx, services));
  if (!found) throw noSuchEntity("id", id);
  return found;
}

/**
 * Creates a webhook of the caller. It begins with the next event. Throws 400 for invalid values, 401 for types that the
 * caller may not see.
 */
export async function createWebhook(
  ctx: ExtensionContext,
  services: ExtensionServices,
  given: WebhookSubscription,
): Promise<Webhook> {
  const columns = checkSubscription(ctx, services, given);
  const cursor = await services.feed.position(ctx, "latest");
  const { type: user_type, id: user_id } = ctx.actor;
  const created = await insertWebhook(ctx.db, { ...columns, user_type, user_id: user_id ?? 0, cursor });
  await addSecret(ctx.db, created.id, services.secrets);
  await auditWebhook(ctx, services, { event: "webhook created", webhook: created });
  return created;
}

/** Changes a webhook. Throws 404, and as `createWebhook` does. */
export async function changeWebhook(
  ctx: ExtensionContext,
  services: ExtensionServices,
  { id, given }: { readonly id: number; readonly given: WebhookSubscription },
): Promise<Webhook> {
  await requireWebhook(ctx, services, id);
  const webhook = await updateWebhook(ctx.db, id, checkSubscription(ctx, services, given));
  await auditWebhook(ctx, services, { event: "webhook changed", webhook });
  return webhook;
}

/** Deletes a webhook. Throws 404. */
export async function deleteWebhook(ctx: ExtensionContext, services: ExtensionServices, id: number): Promise<void> {
  const webhook = await requireWebhook(ctx, services, id);
  await deleteWebhookRow(ctx.db, id);
  await auditWebhook(ctx, services, { event: "webhook deleted", webhook });
}

/** Pauses a webhook. Throws 404. */
export async function pause(ctx: ExtensionContext, services: ExtensionServices, id: number): Promise<Webhook> {
  await auditWebhook(ctx, services, { event: "webhook paused", webhook: await requireWebhook(ctx, services, id) });
  return pauseWebhook(ctx.db, id);
}

/**
 * Activates a webhook, which continues after its own cursor or the given one. Throws 404, and 400 for a cursor that cannot
 * be used.
 */
export async function resume(
  ctx: ExtensionContext,
  services: ExtensionServices,
  { id, after }: { readonly id: number; readonly after: string | null | undefined },
): Promise<Webhook> {
  const webhook = await requireWebhook(ctx, services, id);
  const resumed = await resumeWebhook(ctx.db, id, await services.feed.position(ctx, after ?? webhook.cursor));
  await auditWebhook(ctx, services, { event: "webhook resumed", webhook });
  return resumed;
}

/**
 * Rewinds a webhook, so that the events after a cursor are posted again. Throws 404, and 400 for a cursor that cannot be
 * used.
 */
export async function rewind(
  ctx: ExtensionContext,
  services: ExtensionServices,
  { id, after }: { readonly id: number; readonly after: string },
): Promise<Webhook> {
  const webhook = await requireWebhook(ctx, services, id);
  const rewound = await rewindWebhook(ctx.db, id, await services.feed.position(ctx, after));
  await auditWebhook(ctx, services, { event: "webhook replayed", webhook });
  return rewound;
}

/** Returns an event that the caller may see, or undefined if it was removed from the feed. */
export async function readEventAs(
  ctx: ExtensionContext,
  { feed }: ExtensionServices,
  position: number,
): Promise<FeedEntry | undefined> {
  const { events } = await feed.read(ctx, { after: position - 1, types: ["*"], limit: 1 });
  return events.find((event) => event.position === position);
}

function checkSubscription(
  ctx: ExtensionContext,
  { feed, outbound }: ExtensionServices,
  given: WebhookSubscription,
): SubscriptionColumns {
  const { name, url, types, payload } = { ...given, name: given.name ?? "", payload: given.payload ?? "full" };
  const reasons: ReturnType<typeof invalidValue>[] = [];
  if (types.length === 0) reasons.push({ message: "A webhook needs at least one event type." });
  if (payload !== "full" && payload !== "reference") reasons.push(invalidValue("payload", payload));
  if (reasons.length > 0) throw aggregate(reasons);
  if ([...name].length > longestName) throw tooLong("name", longestName);
  feed.types(ctx, types);
  return { name, url: outbound.check(url).href, types: [...new Set(types)], payload };
}

/** Stores an audit event about a webhook. */
export const auditWebhook = (
  ctx: ExtensionContext,
  services: ExtensionServices,
  { event, webhook: { id, url } }: { readonly event: string; readonly webhook: Pick<Webhook, "id" | "url"> },
): Promise<void> => services.audit(ctx, { event, name: `${id}, ${new URL(url).origin}` });
