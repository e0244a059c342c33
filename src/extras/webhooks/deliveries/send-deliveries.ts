import type { ExtensionContext, ExtensionServices, WorkTurn } from "../../extensions/public.js";
import { claimWebhooks, readDue } from "./queue.sql.js";
import { sendSingles } from "./single-deliveries.js";
import { postEvents } from "./webhook-stream.js";

/** The work that posts events, pings and replays, by which calls wake it. */
export const deliveries = "webhooks/deliveries";

/** Number of webhooks that a process serves at once; each gets one event at a time. */
const maxConcurrentWebhooks = 10;

/** The number of webhooks that each process serves now, by its services. */
const served = new WeakMap<ExtensionServices, number>();

/**
 * Begins to post the events of the feed to webhooks that are due, and the pings and replays that are due. Does nothing if no callback
 * host is allowed. Any number of processes may do so at once. A slow receiver does not hold up others.
 */
export async function startDueDeliveries(
  ctx: ExtensionContext,
  services: ExtensionServices,
  turn: WorkTurn,
): Promise<void> {
  if (!services.outbound.isEnabled) return;
  const source = { ctx, services, signal: turn.signal };
  const due = await readDue(ctx.db);
  if (due.singles) turn.waitUntil(sendSingles(source));
  const limit = maxConcurrentWebhooks - (served.get(services) ?? 0);
  if (!due.streams || limit <= 0) return;
  const last = await services.feed.position(ctx, "latest");
  for (const webhook of await claimWebhooks(ctx.db, { limit, last })) {
    count(services, 1);
    const posting = postEvents(source, webhook).finally(() => count(services, -1));
    turn.waitUntil(posting.then(() => services.wake(ctx, deliveries)));
  }
}

const count = (services: ExtensionServices, change: 1 | -1) =>
  served.set(services, (served.get(services) ?? 0) + change);
