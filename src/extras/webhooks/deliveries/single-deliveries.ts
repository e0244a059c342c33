import { type PostOutcome, retryDelay } from "../../extensions/public.js";
import { eventBody, ownerContext, pingBody, type Source } from "./event-message.js";
import { type ClaimedSingle, claimSingles, recordSingle } from "./queue.sql.js";
import { readEventAs } from "../webhook-rules.js";
import { readSigningSecrets } from "../secrets.sql.js";
import { permission } from "../webhooks.resolver.js";

/** Number of pings and replays to send at once. */
const batchSize = 10;

/** Sends the pings and replays that are due. */
export async function sendSingles(source: Source): Promise<void> {
  let claimed: readonly ClaimedSingle[];
  do {
    claimed = await claimSingles(source.ctx.db, batchSize);
    await Promise.all(claimed.map((single) => send(source, single)));
  } while (claimed.length === batchSize && !source.signal.aborted);
}

async function send(source: Source, single: ClaimedSingle): Promise<void> {
  const outcome = await post(source, single);
  // It is sent again when its lease expires.
  if (source.signal.aborted && outcome.error !== null) return;
  const { delivery, id: webhook, event_id: event, attempt } = single;
  const isLast = event === null || outcome.isFinal;
  await recordSingle(source.ctx.db, single, { outcome, retryIn: isLast ? null : retryDelay(attempt) });
  if (outcome.error === null) return;
  const facts = { webhook, delivery, event, status: outcome.httpStatus, reason: outcome.error };
  source.ctx.log.warn(facts, "failed to post ping or replay to webhook");
}

async function post(source: Source, single: ClaimedSingle): Promise<PostOutcome> {
  const { ctx, services, signal } = source;
  const body = await bodyOf(source, single);
  if (body === undefined)
    return { httpStatus: null, error: "The event was removed, or the owner may no longer see it.", isFinal: true };
  const secrets = await readSigningSecrets(ctx.db, single.id, services.secrets);
  const { delivery: id, url } = single;
  return services.outbound.post({ id, url, secrets, body }, signal);
}

/** Returns a function that creates the body; undefined if the event is gone or the owner may not see it. */
async function bodyOf(source: Source, single: ClaimedSingle): Promise<(() => Promise<string>) | undefined> {
  if (single.event_id === null) return () => Promise.resolve(pingBody(single.id));
  const { services } = source;
  const owner = await ownerContext(source, single);
  const event = await readEventAs(owner, services, single.event_id);
  if (!event || !services.isAllowed(owner, permission)) return undefined;
  return () => eventBody(services, event, { payload: single.payload, owner });
}
