// SQL: set-based writes: tokens are issued, revoked and deleted together with others of their owner, by the database's clock.
import type { Db } from "../../../platform/db/database.js";
import { endSessions } from "../sessions/sessions.rows.js";
import { newToken, tokenHash, type TokenOwner } from "./tokens.js";

/**
 * Issues a token that lives for the given hours (0: forever) by the database's clock and returns it; it is never
 * available again. Deletes the owner's tokens that expired more than a day ago.
 */
export async function issueToken(db: Db, owner: TokenOwner, lifetimeHours: number): Promise<string> {
  const token = newToken();
  await db.execute(
    `with outdated as (
       delete from access_token
       where user_type = $2::int and user_id = $3::int and expires_at < now() - interval '1 day'
     )
     insert into access_token (token_hash, user_type, user_id, expires_at)
     values (decode($1::text, 'hex'), $2::int, $3::int,
       case when $4::float8 > 0 then now() + make_interval(secs => $4::float8 * 3600) end)`,
    [tokenHash(token), owner.type, owner.id, lifetimeHours],
  );
  return token;
}

/**
 * Revokes all tokens of a caller and ends all sessions, or revokes the given token only. Returns the number of tokens
 * and sessions that ended.
 */
export async function revokeTokens(db: Db, owner: TokenOwner, token?: string): Promise<number> {
  const ended = token === undefined ? await endSessions(db, owner) : 0;
  const revoked = await db.execute(
    `update access_token set revoked_at = now()
     where user_type = $1::int and user_id = $2::int and revoked_at is null
       and ($3::text is null or token_hash = decode($3::text, 'hex'))
       and (expires_at is null or expires_at > now())`,
    [owner.type, owner.id, token === undefined ? null : tokenHash(token)],
  );
  return ended + revoked;
}

/**
 * Deletes tokens that expired or were revoked more than a day ago; until then the log can explain why they are
 * rejected.
 */
export const deleteExpiredTokens = (db: Db): Promise<number> =>
  db.execute(
    `delete from access_token where expires_at < now() - interval '1 day' or revoked_at < now() - interval '1 day'`,
  );
