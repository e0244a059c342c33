import { newToken, tokenHash } from "../auth/tokens.js";
import type { Db } from "../db/database.js";

/** Stores the hash of a customer's password reset token, replacing an earlier one. */
export async function issueResetToken(db: Db, customerId: number): Promise<string> {
  const token = newToken();
  await db.execute(
    `update customer set reset_token_hash = $2::text, reset_token_created_at = now() where id = $1::int`,
    [customerId, tokenHash(token)],
  );
  return token;
}

/** The state of a token: its customer, and whether it has expired. */
export interface FoundToken {
  readonly customerId: number;
  readonly isExpired: boolean;
}

/** Returns an issued token, and whether it is older than the given hours by the database's clock. */
export async function findResetToken(db: Db, token: string, hours: number): Promise<FoundToken | undefined> {
  const row = await db.one<FoundToken>(
    `select id as "customerId", reset_token_created_at <= now() - make_interval(hours => $2::int) as "isExpired"
     from customer where reset_token_hash = $1::text`,
    [tokenHash(token), hours],
  );
  return row;
}

/** Maximum requests per hour, and the minimum minutes between two. */
export interface RequestLimits {
  readonly perHour: number;
  readonly minutesBetween: number;
}

/**
 * Records a password reset request of an e-mail address unless there were too many; returns whether it was recorded.
 * Calls for the same address take turns. Deletes requests older than a day.
 */
export async function noteResetRequest(db: Db, email: string, limits: RequestLimits): Promise<boolean> {
  const key = email.toLowerCase();
  await db.query(`select pg_advisory_xact_lock(hashtext('password reset'), hashtext($1::text))`, [key]);
  const noted = await db.execute(
    `insert into password_reset_request (email_key)
     select $1::text from (
       select count(*) as requests, max(created_at) as latest from password_reset_request
       where email_key = $1::text and created_at > now() - interval '1 hour'
     ) recent
     where ($2::int = 0 or requests < $2::int)
       and coalesce(latest <= now() - make_interval(mins => $3::int), true)`,
    [key, limits.perHour, limits.minutesBetween],
  );
  await db.execute(`delete from password_reset_request where created_at < now() - interval '1 day'`);
  return noted > 0;
}
