import { type ExtensionContext, type FeedEntry, retryDelay } from "../../extensions/public.js";
import { eventBody, ownerContext, type Source } from "./event-message.js";
import {
  type ClaimedWebhook,
  failWebhook,
  recordDelivered,
  recordFailed,
  releaseWebhook,
  startDelivery,
} from "./queue.sql.js";
import { readSigningSecrets } from "../secrets.sql.js";
import { auditWebhook } from "../webhook-rules.js";
import { permission } from "../webhooks.resolver.js";

/** Number of events to read at once. */
const pageSize = 50;
/** Milliseconds after which a webhook is released, so that others get their turn. */
const maxTurnMilliseconds = 20_000;

/** The webhook, and the values that do not change during its turn. */
interface Turn {
  readonly source: Source;
  readonly webhook: ClaimedWebhook;
  readonly owner: ExtensionContext;
  readonly secrets: readonly string[];
}

/** Posts the next events of a claimed webhook in order, until one fails, there are no more, or its turn ends. */
export async function postEvents(source: Source, webhook: ClaimedWebhook): Promise<void> {
  const { ctx, services, signal } = source;
  const { db } = ctx;
  const owner = await ownerContext(source, webhook);
  if (!services.isAllowed(owner, permission))
    return fail(source, webhook, "The owner no longer has the webhooks permission.");
  const { types } = webhook;
  const turn: Turn = { source, webhook, owner, secrets: await readSigningSecrets(db, webhook.id, services.secrets) };
  const end = performance.now() + maxTurnMilliseconds;
  for (let cursor = webhook.cursor; ;) {
    const page = await services.feed.read(owner, { after: cursor, types, limit: pageSize });
    if (page.removedUpTo > cursor) {
      return fail(source, webhook, `The events after the cursor ${cursor} were removed before they could be posted.`);
    }
    for (const event of page.events) {
      if (signal.aborted || performance.now() > end) return releaseWebhook(db, webhook, cursor);
      if (!(await deliver(turn, event))) return;
      cursor = event.position;
    }
    cursor = page.next;
    if (page.events.length < pageSize) return releaseWebhook(db, webhook, cursor);
  }
}

/** Posts an event and records the outcome. Returns whether to continue with the next one. */
async function deliver(turn: Turn, event: FeedEntry): Promise<boolean> {
  const { source, webhook, owner, secrets } = turn;
  const { services, signal } = source;
  const { db, log } = source.ctx;
  const started = await startDelivery(db, webhook, event);
  if (!started) return false;
  const { id, url, payload } = { ...webhook, ...started };
  const body = () => eventBody(services, event, { payload, owner });
  const outcome = await services.outbound.post({ id, url, secrets, body }, signal);
  const facts = { webhook: webhook.id, delivery: id, event: event.position, status: outcome.httpStatus };
  if (outcome.error === null) {
    log.debug(facts, "posted event to webhook");
    return recordDelivered(db, webhook, { delivery: id, position: event.position, httpStatus: outcome.httpStatus });
  }
  // A post that was aborted by the end of the process says nothing about the receiver.
  if (signal.aborted) {
    await releaseWebhook(db, webhook, event.position - 1);
    return false;
  }
  log.warn({ ...facts, reason: outcome.error }, "failed to post event to webhook");
  const retryIn = retryDelay(started.failures + 1);
  const days = Number(services.processSetting("PORTICO_WEBHOOK_DAYS"));
  const reason = await recordFailed(db, webhook, { delivery: id, outcome, retryIn, days });
  if (reason !== undefined) await reportPause(source, webhook, reason);
  return false;
}

async function fail(source: Source, webhook: ClaimedWebhook, reason: string): Promise<void> {
  if (await failWebhook(source.ctx.db, webhook, reason)) await reportPause(source, webhook, reason);
}

/** Logs that a webhook was paused, and adds it to the audit events. */
async function reportPause({ ctx, services }: Source, webhook: ClaimedWebhook, reason: string): Promise<void> {
  ctx.log.warn({ webhook: webhook.id, reason }, "webhook paused");
  await auditWebhook(ctx, services, { event: "webhook failed", webhook });
}
