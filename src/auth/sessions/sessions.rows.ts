import type { Db } from "../../db/database.js";
import { newToken, tokenHash, type TokenOwner } from "../tokens.js";
import { UserType } from "../actor.js";

/** When a session ends by itself. */
export interface SessionLimits {
  /** Seconds without a call, for customers and guests. */
  readonly customer: number;
  /** Seconds without a call. */
  readonly administrator: number;
  /** Hours since it began, however much it is used; 0 is no limit. */
  readonly hours: number;
}

/** What of a session `s` has ended by the hours that are this parameter. */
const isOld = (hours: string) =>
  `(${hours}::float8 > 0 and s.created_at <= now() - make_interval(secs => ${hours}::float8 * 3600))`;

/** A session, and the caller behind it as it is now. */
export interface SessionRow {
  readonly hash: string;
  readonly user_type: number;
  /** Null for a guest. */
  readonly user_id: number | null;
  readonly idle_seconds: number;
  readonly is_expired: boolean;
  /** Whether it is time to note that it is in use: not with each call, which would make a write of every read. */
  readonly is_stale: boolean;
  readonly is_active: boolean;
  readonly resources: readonly string[] | null;
}

/** The sessions of these tokens' hashes. One statement. */
export const readSessions = (db: Db, hashes: readonly string[], limits: SessionLimits): Promise<SessionRow[]> =>
  db.query<SessionRow>(
    `select encode(s.token_hash, 'hex') as hash, s.user_type, s.user_id, t.idle_seconds,
       s.seen_at <= now() - make_interval(secs => t.idle_seconds) or ${isOld("$4")} as is_expired,
       s.seen_at <= now() - make_interval(secs => least(60, t.idle_seconds / 10)) as is_stale,
       coalesce(u.is_active, c.is_active, s.user_type = 4) as is_active, r.resources
     from caller_session s
     cross join lateral (select case when s.user_type = 2 then $3::int else $2::int end as idle_seconds) t
     left join admin_user u on s.user_type = 2 and u.id = s.user_id
     left join admin_role r on r.id = u.role_id
     left join customer c on s.user_type = 3 and c.id = s.user_id
     where s.token_hash = any(array(select unnest($1::bytea[])))`,
    [hashes.map((hash) => `\\x${hash}`), limits.customer, limits.administrator, limits.hours],
  );

/** Notes that a session is in use. */
export async function touchSession(db: Db, hash: string): Promise<void> {
  await db.execute(`update caller_session set seen_at = now() where token_hash = decode($1::text, 'hex')`, [hash]);
}

/**
 * Begins a session for a caller, or with null for a guest, and returns its token: the only time that it is known. The session
 * that the client had before ends, so that a token which somebody planted is worth nothing.
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

/** Ends a session; false where it was over already. */
export const endSession = async (db: Db, hash: string): Promise<boolean> =>
  (await db.execute(`delete from caller_session where token_hash = decode($1::text, 'hex')`, [hash])) > 0;

/** Removes sessions that have ended by themselves. */
export const forgetSessions = (db: Db, limits: SessionLimits): Promise<number> =>
  db.execute(
    `delete from caller_session s
     where s.seen_at <= now() - make_interval(secs => case when s.user_type = 2 then $2::int else $1::int end)
       or ${isOld("$3")}`,
    [limits.customer, limits.administrator, limits.hours],
  );
