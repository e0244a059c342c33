import type { Db } from "../../../platform/db/database.js";
import { bytesOf } from "../integrations/integrations.rows.js";
import { type TokenOwner, newToken, tokenHash } from "../tokens/tokens.js";
import { hiddenParameter } from "../../../platform/db/statements/parameters.js";
import type { ShopAccounts } from "../sign-in/shop-accounts.js";
import { UserType } from "../actor.js";

/** Ends a session. Returns false if it has already ended. */
export const endSession = async (db: Db, hash: string): Promise<boolean> =>
  (await db.models.callerSession.deleteMany({ where: { token_hash: bytesOf(hash) } })).count > 0;

/** Ends all sessions of a caller. Returns their number. */
export const endSessions = async (db: Db, { type, id }: TokenOwner): Promise<number> =>
  (await db.models.callerSession.deleteMany({ where: { user_type: type, user_id: id } })).count;

/** Deletes the addresses that an account has signed in from. */
export async function deleteSignInAddresses(db: Db, { type, id }: TokenOwner): Promise<void> {
  await db.models.signInAddress.deleteMany({ where: { user_type: type, user_id: id } });
}

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
// SQL: models cannot compare times with the clock of the database, as the look-up of every call with a session cookie
// does.
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
// SQL: models cannot compare times with the clock of the database, as the look-up of every call with a session cookie
// does.
export async function touchSession(db: Db, hash: string): Promise<void> {
  await db.execute(`update caller_session set seen_at = now() where token_hash = decode($1::text, 'hex')`, [hash]);
}

/**
 * Starts a session for a caller, or with null for a guest, and returns its token, which is never available again. The
 * client's previous session ends, so that a planted token is worthless.
 */
// SQL: models cannot compare times with the clock of the database, as the look-up of every call with a session cookie
// does.
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
// SQL: models cannot compare times with the clock of the database, as the look-up of every call with a session cookie
// does.
export const deleteExpiredSessions = (db: Db, limits: SessionLimits): Promise<number> =>
  db.execute(
    `delete from caller_session s
     where s.seen_at <= now() - make_interval(secs => case when s.user_type = 2 then $2::int else $1::int end)
       or ${isOld("$3")}`,
    [limits.customer, limits.administrator, limits.hours],
  );
