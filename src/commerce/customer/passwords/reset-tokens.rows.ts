import { newToken, tokenHash } from "../../../api/auth/tokens/tokens.js";
import type { Db } from "../../../platform/db/database.js";
import { lockName } from "../../../platform/db/lock.js";
import { keyOf, now } from "../../../platform/db/models.js";

/** Stores the hash of a new password reset token for a customer, replacing an earlier one, and returns the token. */
export async function issueResetToken(db: Db, customerId: number): Promise<string> {
  const token = newToken();
  await db.models.customer.updateMany({
    where: { id: customerId },
    data: { reset_token_hash: tokenHash(token), reset_token_created_at: now },
  });
  return token;
}

/** The state of a token: its customer, and whether it has expired. */
export interface FoundToken {
  readonly customerId: number;
  readonly isExpired: boolean;
}

const hour = 3_600_000;

/**
 * Returns the customer of an issued token, and whether the token is at least the given hours old; undefined for an unknown
 * token.
 */
export async function findResetToken(db: Db, token: string, hours: number): Promise<FoundToken | undefined> {
  const found = await db.models.customer.findUnique({
    where: { reset_token_hash: tokenHash(token) },
    select: { id: true, reset_token_created_at: true },
  });
  if (!found) return undefined;
  return { customerId: found.id, isExpired: ageOf(found.reset_token_created_at) >= hours * hour };
}

const ageOf = (time: string | null) => Date.now() - Date.parse(time ?? "");

/** Maximum requests per hour, and the minimum minutes between two. */
export interface RequestLimits {
  readonly perHour: number;
  readonly minutesBetween: number;
}

const day = 24 * hour;
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

/**
 * Records a password reset request of an email address unless there were too many; returns whether it was recorded.
 * Concurrent calls for the same address wait for each other. Deletes requests older than a day.
 */
export async function recordResetRequest(db: Db, email: string, limits: RequestLimits): Promise<boolean> {
  const key = keyOf(email);
  await lockName(db, "password reset", key);
  const { passwordResetRequest } = db.models;
  const recent = await passwordResetRequest.findMany({
    where: { email_key: key, created_at: { gt: ago(hour) } },
    select: { created_at: true },
    orderBy: { created_at: "desc" },
  });
  await passwordResetRequest.deleteMany({ where: { created_at: { lt: ago(day) } } });
  if (limits.perHour > 0 && recent.length >= limits.perHour) return false;
  const latest = recent[0];
  if (latest && ageOf(latest.created_at) < limits.minutesBetween * 60_000) return false;
  await passwordResetRequest.create({ data: { email_key: key }, select: { email_key: true } });
  return true;
}
