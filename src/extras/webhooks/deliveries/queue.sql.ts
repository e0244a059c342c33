// SQL: a queue: webhooks and single deliveries are claimed with `skip locked`, and recorded only under their claim.
import type { ExtensionDatabase, PostOutcome } from "../../extensions/public.js";
import type { StoredWebhook } from "../webhooks.sql.js";

/** Seconds after which a claim without a recorded outcome counts as lost with its process. */
const lease = 30;

const leased = `now() + make_interval(secs => ${lease})`;

/** Returns whether single deliveries are due, and whether webhooks may have events to post. */
export async function readDue(
  db: ExtensionDatabase,
): Promise<{ readonly singles: boolean; readonly streams: boolean }> {
  const row = await db.one<{ singles: boolean; streams: boolean }>(
    `select exists (select from webhook_delivery where due_at <= now()) as singles,
       exists (select from webhook where status = 'active' and due_at <= now()) as streams`,
  );
  return row ?? { singles: false, streams: false };
}

/** A subscription whose events are to be posted. `id` is the id of the webhook. */
export type Subscriber = Pick<StoredWebhook, "id" | "url" | "payload" | "user_type" | "user_id">;

/** A webhook that this process has claimed. */
export interface ClaimedWebhook extends Subscriber, Pick<StoredWebhook, "types" | "cursor"> {
  readonly claim: string;
}

const subscriber = "id, url, payload, user_type, user_id";

/** Claims active webhooks that are due and behind the last position of the feed, those due longest first. */
export const claimWebhooks = (
  db: ExtensionDatabase,
  { limit, last }: { readonly limit: number; readonly last: number },
): Promise<ClaimedWebhook[]> =>
  db.query<ClaimedWebhook>(
    `with due as (
       select id from webhook where status = 'active' and due_at <= now() and cursor < $2::bigint
       order by due_at limit $1::int for update skip locked)
     update webhook set claim = gen_random_uuid(), due_at = ${leased} where id in (select id from due)
     returning ${subscriber}, types, cursor, claim`,
    [limit, last],
  );

/** A delivery that has begun. */
export interface StartedDelivery {
  readonly id: string;
  /** Failed attempts of the webhook since its last delivery. */
  readonly failures: number;
}

/** Adds or renews the delivery of an event, and extends the claim. Returns undefined if the process has lost the claim. */
export const startDelivery = (
  db: ExtensionDatabase,
  { id, claim }: ClaimedWebhook,
  { position, type }: { readonly position: number; readonly type: string },
): Promise<StartedDelivery | undefined> =>
  db.one<StartedDelivery>(
    `with held as (
       update webhook set due_at = ${leased} where id = $1::int and claim = $2::uuid returning id, attempts)
     insert into webhook_delivery as d (id, webhook_id, event_id, type, attempts)
     select gen_random_uuid(), held.id, $3::bigint, $4::text, 1 from held
     on conflict (webhook_id, event_id) do update
       set attempts = case when d.state = 'pending' then d.attempts + 1 else 1 end, state = 'pending',
         http_status = null, last_error = null, delivered_at = null, due_at = null
     returning id, (select attempts from held) as failures`,
    [id, claim, position, type],
  );

const delivered = "state = 'delivered', http_status = $1::int, last_error = null, delivered_at = now()";

/** Records a delivery and moves the cursor past its event. Returns whether the process still has the claim. */
export async function recordDelivered(
  db: ExtensionDatabase,
  { id, claim }: ClaimedWebhook,
  { delivery, position, httpStatus }: { delivery: string; position: number; httpStatus: number | null },
): Promise<boolean> {
  const row = await db.one<{ held: boolean }>(
    `with held as (
       update webhook set cursor = $3::bigint, attempts = 0, failing_since = null, http_status = $1::int, last_error = null,
         due_at = ${leased}
       where id = $4::int and claim = $5::uuid returning id)
     update webhook_delivery set ${delivered} where id = $2::uuid returning exists (select from held) as held`,
    [httpStatus, delivery, position, id, claim],
  );
  return row?.held ?? false;
}

/** A failed attempt. */
export interface FailedAttempt {
  readonly delivery: string;
  readonly outcome: PostOutcome;
  /** Seconds until the next attempt. */
  readonly retryIn: number;
  /** Days of failures after which the webhook is paused. */
  readonly days: number;
}

/**
 * Records a failed attempt and releases the claim. The webhook fails if the outcome is final, or if nothing was delivered
 * for the given number of days. Returns the reason why it failed, or undefined.
 */
export async function recordFailed(
  db: ExtensionDatabase,
  { id, claim }: ClaimedWebhook,
  { delivery, outcome, retryIn, days }: FailedAttempt,
): Promise<string | undefined> {
  const { httpStatus, error, isFinal } = outcome;
  await db.execute("update webhook_delivery set http_status = $2::int, last_error = $3 where id = $1::uuid", [
    delivery,
    httpStatus,
    error,
  ]);
  const reason = isFinal ? (error ?? "") : null;
  const row = await db.one<{ reason: string | null }>(
    `update webhook
     set attempts = attempts + 1, failing_since = coalesce(failing_since, now()), http_status = $3::int, last_error = $4,
       claim = null, due_at = now() + make_interval(secs => $5::float8),
       status = case when $6::text is not null or ${isLong} then 'failed' else status end,
       reason = case when $6::text is not null then $6 when ${isLong} then 'Nothing could be delivered for ' || $7::int || ' days.' end
     where id = $1::int and claim = $2::uuid returning reason`,
    [id, claim, httpStatus, error, retryIn, reason, days],
  );
  return row?.reason ?? undefined;
}

const isLong = "failing_since < now() - make_interval(days => $7::int)";

/** Moves the cursor of a webhook and releases the claim. */
export async function releaseWebhook(
  db: ExtensionDatabase,
  { id, claim }: ClaimedWebhook,
  cursor: number,
): Promise<void> {
  await db.execute(
    "update webhook set cursor = $3::bigint, claim = null, due_at = now() where id = $1::int and claim = $2::uuid",
    [id, claim, cursor],
  );
}

/**
 * Marks a webhook as failed, for a reason that another attempt would not change. Returns whether the process still had the
 * claim.
 */
export async function failWebhook(
  db: ExtensionDatabase,
  { id, claim }: ClaimedWebhook,
  reason: string,
): Promise<boolean> {
  const failed = await db.execute(
    "update webhook set status = 'failed', reason = $3, claim = null where id = $1::int and claim = $2::uuid",
    [id, claim, reason],
  );
  return failed > 0;
}

/** A ping or a replay that this process has claimed. */
export interface ClaimedSingle extends Subscriber {
  readonly delivery: string;
  /** Null for a ping. */
  readonly event_id: number | null;
  readonly attempt: number;
}

/** Claims pings and replays that are due. */
export const claimSingles = (db: ExtensionDatabase, limit: number): Promise<ClaimedSingle[]> =>
  db.query<ClaimedSingle>(
    `with due as (
       select id from webhook_delivery where due_at <= now() order by due_at limit $1::int for update skip locked)
     update webhook_delivery d
     set attempts = d.attempts + 1, due_at = ${leased}, give_up_at = coalesce(d.give_up_at, now() + interval '1 day')
     from due, (select ${subscriber} from webhook) w where d.id = due.id and w.id = d.webhook_id
     returning d.id as delivery, d.event_id, d.attempts as attempt, w.id, w.url, w.payload, w.user_type, w.user_id`,
    [limit],
  );

/** Records an attempt to send a ping or a replay; `retryIn` is in seconds, and null after the last attempt. */
export async function recordSingle(
  db: ExtensionDatabase,
  { delivery, attempt }: ClaimedSingle,
  { outcome: { httpStatus, error }, retryIn }: { readonly outcome: PostOutcome; readonly retryIn: number | null },
): Promise<void> {
  if (error === null) {
    await db.execute(
      `update webhook_delivery set ${delivered}, due_at = null where id = $2::uuid and attempts = $3::int and due_at is not null`,
      [httpStatus, delivery, attempt],
    );
    return;
  }
  const next = "now() + make_interval(secs => $5::float8)";
  await db.execute(
    `update webhook_delivery
     set http_status = $3::int, last_error = $4, state = case when coalesce(${next} > give_up_at, true) then 'failed' else state end,
       due_at = case when ${next} <= give_up_at then ${next} end
     where id = $1::uuid and attempts = $2::int and due_at is not null`,
    [delivery, attempt, httpStatus, error, retryIn],
  );
}

/** Removes some of the deliveries that are older than the given number of days. Returns their number. */
export const removeOldDeliveries = (db: ExtensionDatabase, days: number, limit: number): Promise<number> =>
  db.execute(
    `delete from webhook_delivery where id in (
      select id from webhook_delivery where created_at < now() - make_interval(days => $1::int) limit $2::int)`,
    [days, limit],
  );
