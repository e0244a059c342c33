import { admits } from "../../../api/auth/actor.js";
import { admittedTypes, readEvent } from "../../../commerce/events/published.js";
import { type PostOutcome, postSigned, retryDelay } from "../../../platform/outbound/signed-post.js";
import { eventBody, loadOwner, pingBody } from "./event-message.js";
import { type ClaimedSingle, claimSingles, recordSingle } from "./queue.sql.js";
import { readSigningSecrets } from "../secrets.rows.js";
import { permission } from "../webhooks.resolver.js";
import type { StreamSource } from "./webhook-stream.js";

/** Number of pings and replays to send at once. */
const batchSize = 10;

/** Sends the pings and replays that are due. */
export async function sendSingles(source: StreamSource): Promise<void> {
  let claimed: readonly ClaimedSingle[];
  do {
    claimed = await claimSingles(source.db, batchSize);
    await Promise.all(claimed.map((single) => send(source, single)));
  } while (claimed.length === batchSize && !source.signal.aborted);
}

async function send(source: StreamSource, single: ClaimedSingle): Promise<void> {
  const outcome = await post(source, single);
  // It is sent again when its lease expires.
  if (source.signal.aborted && outcome.error !== null) return;
  const { delivery, id: webhook, event_id: event, attempt } = single;
  const isLast = event === null || outcome.isFinal;
  await recordSingle(source.db, single, { outcome, retryIn: isLast ? null : retryDelay(attempt) });
  if (outcome.error === null) return;
  const facts = { webhook, delivery, event, status: outcome.httpStatus, reason: outcome.error };
  source.log.warn(facts, "failed to post ping or replay to webhook");
}

async function post(source: StreamSource, single: ClaimedSingle): Promise<PostOutcome> {
  const { db, config, signal } = source;
  const body = await bodyOf(source, single);
  if (body === undefined)
    return { httpStatus: null, error: "The event was removed, or the owner may no longer see it.", isFinal: true };
  const secrets = await readSigningSecrets(db, single.id, config);
  const { delivery: id, url } = single;
  return postSigned({ id, url, secrets, body }, { settings: config, signal });
}

/** Returns a function that creates the body; undefined if the event is gone or the owner may not see it. */
async function bodyOf(source: StreamSource, single: ClaimedSingle): Promise<(() => Promise<string>) | undefined> {
  if (single.event_id === null) return () => Promise.resolve(pingBody(single.id));
  const owner = await loadOwner(source, single);
  const event = await readEvent(source.db, single.event_id);
  if (!event || !admits([permission], owner) || admittedTypes(owner, [event.type]).length === 0) return undefined;
  return () => eventBody(source, event, { payload: single.payload, owner });
}
