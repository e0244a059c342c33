import { admits, type Actor } from "../../../api/auth/actor.js";
import { audit } from "../../../api/auth/audit.rows.js";
import { admittedTypes, type EventType, type FeedEvent, readFeed } from "../../../commerce/events/published.js";
import { postSigned, retryDelay } from "../../../platform/outbound/signed-post.js";
import { eventBody, type MessageSource, loadOwner } from "./event-message.js";
import {
  type ClaimedWebhook,
  failWebhook,
  recordDelivered,
  recordFailed,
  releaseWebhook,
  startDelivery,
} from "./queue.sql.js";
import { readSigningSecrets } from "../secrets.rows.js";
import { permission } from "../webhooks.resolver.js";

/** Number of events to read at once. */
const pageSize = 50;
/** Milliseconds after which a webhook is released, so that others get their turn. */
const maxTurnMilliseconds = 20_000;

/** The dependencies of a turn. */
export interface StreamSource extends MessageSource {
  readonly signal: AbortSignal;
}

/** The webhook, and the values that do not change during its turn. */
interface Turn {
  readonly source: StreamSource;
  readonly webhook: ClaimedWebhook;
  readonly owner: Actor;
  readonly types: readonly EventType[];
  readonly secrets: readonly string[];
}

/** Posts the next events of a claimed webhook in order, until one fails, there are no more, or its turn ends. */
export async function postEvents(source: StreamSource, webhook: ClaimedWebhook): Promise<void> {
  const { db, config, signal } = source;
  const owner = await loadOwner(source, webhook);
  if (!admits([permission], owner)) return fail(source, webhook, "The owner no longer has the webhooks permission.");
  const types = admittedTypes(owner, webhook.types);
  const turn: Turn = { source, webhook, owner, types, secrets: await readSigningSecrets(db, webhook.id, config) };
  const end = performance.now() + maxTurnMilliseconds;
  for (let cursor = webhook.cursor; ;) {
    const page = await readFeed(db, { after: cursor, types, limit: pageSize });
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
async function deliver(turn: Turn, event: FeedEvent): Promise<boolean> {
  const { source, webhook, owner, secrets } = turn;
  const { db, config, signal, log } = source;
  const started = await startDelivery(db, webhook, event);
  if (!started) return false;
  const { id, url, payload } = { ...webhook, ...started };
  const body = () => eventBody(source, event, { payload, owner });
  const outcome = await postSigned({ id, url, secrets, body }, { settings: config, signal });
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
  const days = config.PORTICO_WEBHOOK_DAYS;
  const reason = await recordFailed(db, webhook, { delivery: id, outcome, retryIn, days });
  if (reason !== undefined) await reportPause(source, webhook, reason);
  return false;
}

async function fail(source: StreamSource, webhook: ClaimedWebhook, reason: string): Promise<void> {
  if (await failWebhook(source.db, webhook, reason)) await reportPause(source, webhook, reason);
}

/** Logs that a webhook was paused, and adds it to the audit events. */
async function reportPause({ db, log }: StreamSource, { id, url }: ClaimedWebhook, reason: string): Promise<void> {
  log.warn({ webhook: id, reason }, "webhook paused");
  await audit(db, undefined, { event: "webhook failed", type: null, id: null, name: `${id}, ${new URL(url).origin}` });
}
