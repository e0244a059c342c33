import type { Db } from "../../db/database.js";

/** A consumer in the token exchange, and its progress. */
export interface ExchangeRow {
  readonly id: number;
  /** In stored form. */
  readonly consumer_secret: string;
  readonly has_exchange: boolean;
  /** Whether the exchange has not timed out. */
  readonly is_open: boolean;
  readonly has_request_token: boolean;
}

/** Returns the consumer with the key, or undefined if there is none. An exchange times out after the given seconds. */
export async function readExchange(db: Db, consumerKey: string, seconds: number): Promise<ExchangeRow | undefined> {
  const row = await db.one<ExchangeRow>(
    `select i.id, i.consumer_secret, e.integration_id is not null as has_exchange,
       coalesce(e.started_at > now() - make_interval(secs => $2::int), false) as is_open,
       e.token_hash is not null as has_request_token
     from integration i left join oauth_exchange e on e.integration_id = i.id
     where i.consumer_key = $1::text`,
    [consumerKey, seconds],
  );
  return row;
}

/** Stores the request token of an exchange. Returns false if it already has one or is over. */
export async function giveRequestToken(
  db: Db,
  id: number,
  token: { readonly tokenHash: string; readonly secret: string },
): Promise<boolean> {
  const count = await db.execute(
    `update oauth_exchange set token_hash = decode($2::text, 'hex'), token_secret = $3::text
     where integration_id = $1::int and token_hash is null`,
    [id, token.tokenHash, token.secret],
  );
  return count > 0;
}

/** A request token: its owner, and the secrets needed to exchange it for an access token. */
export interface RequestToken {
  readonly integration_id: number;
  /** SHA-256 in hexadecimal. */
  readonly verifier_hash: string;
  /** In stored form. */
  readonly token_secret: string;
}

/** Returns a request token by its hash, or undefined if there is none. */
export async function readRequestToken(db: Db, tokenHash: string): Promise<RequestToken | undefined> {
  const row = await db.one<RequestToken>(
    `select integration_id, encode(verifier_hash, 'hex') as verifier_hash, token_secret
     from oauth_exchange where token_hash = decode($1::text, 'hex')`,
    [tokenHash],
  );
  return row;
}

/** Whether a token is an access token from a completed exchange. */
export async function isAccessToken(db: Db, tokenHash: string): Promise<boolean> {
  const rows = await db.query(`select 1 from access_token where token_hash = decode($1::text, 'hex')`, [tokenHash]);
  return rows.length > 0;
}

/** Completes an exchange. Returns false if a concurrent call used the request token. */
export async function endExchange(db: Db, id: number, tokenHash: string): Promise<boolean> {
  const count = await db.execute(
    `delete from oauth_exchange where integration_id = $1::int and token_hash = decode($2::text, 'hex')`,
    [id, tokenHash],
  );
  return count > 0;
}

/** Deletes exchanges that nobody can complete, a day after they began. */
export const forgetExchanges = (db: Db): Promise<number> =>
  db.execute(`delete from oauth_exchange where started_at < now() - interval '1 day'`);
