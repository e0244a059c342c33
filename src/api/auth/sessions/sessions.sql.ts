// SQL: models cannot compare times with the clock of the database, as the look-up of every call with a session cookie
// does.
import { hiddenParameter } from "../../../platform/db/statements/parameters.js";
import type { Db } from "../../../platform/db/database.js";
import { newToken, tokenHash, type TokenOwner } from "../tokens/tokens.js";
import type { ShopAccounts } from "../sign-in/shop-accounts.js";
import { UserType } from "../actor.js";

/** The limits of a session. */
export interface SessionLimits {
  /** Idle timeout for customers and guests, in seconds. */
  readonly customer: number;
  /** Idle timeout in seconds. */
  readonly administrator: number;
  /** Maximum age in hours, however active it is; 0 means no limit. */
  readonly hours: number;
}

/** SQL condition that session `s` exceeds its maximum age, the hours in the given parameter. */
const isOld = (hours: string) =>
  `(${hours}::float8 > 0 and s.created_at <= now() - make_interval(secs => ${hours}::float8 * 3600))`;

/** A session with its current caller. */
export interface SessionRow {
  readonly hash: string;
  readonly user_type: number;
  /** Null for a guest. */
  readonly user_id: number | null;
  readonly idle_seconds: number;
  readonly is_expired: boolean;
  /** Whether to update the time of last use: not on every call, because that would make every read a write. */
  readonly is_stale: boolean;
  readonly is_active: boolean;
  readonly resources: readonly string[] | null;
  readonly price_rights: readonly string[] | null;
  /** The website of a customer's account; null if all websites share accounts. */
  readonly website_id: number | null;
}

/** Sessions to read: the hashes of their tokens, and the relation with the accounts of customers. */
interface WantedSessions extends Pick<ShopAccounts, "customers"> {
  readonly hashes: readonly string[];
}

/** Returns the sessions with the token hashes. One statement. */
export const readSessions = (
  db: Db,
  { hashes, customers }: WantedSessions,
  limits: SessionLimits,
): Promise<SessionRow[]> =>
  db.query<SessionRow>(
    `select encode(s.token_hash, 'hex') as hash, s.user_type, s.user_id, t.idle_seconds,
       s.seen_at <= now() - make_interval(secs => t.idle_seconds) or ${isOld("$4")} as is_expired,
       s.seen_at <= now() - make_interval(secs => least(60, t.idle_seconds / 10)) as is_stale,
       coalesce(u.is_active, c.is_active, s.user_type = 4) as is_active, r.resources, r.price_rights, c.website_id
     from caller_session s
     cross join lateral (select case when s.user_type = 2 then $3::int else $2::int end as idle_seconds) t
     left join admin_user u on s.user_type = 2 and u.id = s.user_id
     left join admin_role r on r.id = u.role_id
     left join ${customers} c on s.user_type = 3 and c.id = s.user_id
     where s.token_hash = any(${hiddenParameter(1, "bytea[]")})`,
    [hashes.map((hash) => `\\x${hash}`), limits.customer, limits.administrator, limits.hours],
  );

/** Updates the time of last use of a session. */
export async function touchSession(db: Db, hash: string): Promise<void> {
  await db.execute(`update caller_session set seen_at = now() where token_hash = decode($1::text, 'hex')`, [hash]);
}

/**
 * Starts a session for a caller, or with null for a guest, and returns its token, which is never available again. The
 * client's previous session ends, so that a planted token is worthless.
 */
export async function beginSession(db: Db, owner: TokenOwner | null, before: string | undefined): Promise<string> {
  const token = newToken();
  await db.execute(
    `with ended as (delete from caller_session where token_hash = decode($4::text, 'hex'))
     insert into caller_session (token_hash, user_type, user_id) values (decode($1::text, 'hex'), $2::int, $3::int)`,
    [
      tokenHash(token),
      owner?.type ?? UserType.guest,
      owner?.id ?? null,
      before === undefined ? null : tokenHash(before),
    ],
  );
  return token;
}

/** Deletes expired sessions. */
export const deleteExpiredSessions = (db: Db, limits: SessionLimits): Promise<number> =>
  db.execute(
    `delete from caller_session s
     where s.seen_at <= now() - make_interval(secs => case when s.user_type = 2 then $2::int else $1::int end)
       or ${isOld("$3")}`,
    [limits.customer, limits.administrator, limits.hours],
  );
