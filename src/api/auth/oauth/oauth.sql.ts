// SQL: a set-based write of nonces; models cannot look up the consumers and tokens of many signed calls in one
// statement.
import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";

/** The identity of a call: a consumer key and the SHA-256 of a token, in hexadecimal. */
export interface Named {
  readonly consumerKey: string;
  readonly tokenHash: string;
}

/** The integration of a consumer key, with the token of the call. */
export interface FoundConsumer extends Readonly<
  Pick<Row<"integration">, "id" | "status" | "resources" | "price_rights" | "consumer_secret">
> {
  /** Owner of the token as `user_type` and `user_id`; null for an unknown token. */
  readonly token_type: number | null;
  readonly token_user: number | null;
  /** In stored form. */
  readonly token_secret: string | null;
  readonly is_revoked: boolean;
}

/** Returns the consumers of the calls in order; undefined for an unknown key. One statement. */
export async function findConsumers(db: Db, named: readonly Named[]): Promise<readonly (FoundConsumer | undefined)[]> {
  const rows = await db.query<FoundConsumer & { place: number }>(
    `select asked.place::int as place, i.id, i.status, i.resources, i.price_rights, i.consumer_secret, t.user_type as token_type,
       t.user_id as token_user, t.secret as token_secret, t.revoked_at is not null as is_revoked
     from unnest($1::text[], $2::bytea[]) with ordinality as asked (consumer_key, token_hash, place)
     join integration i on i.consumer_key = asked.consumer_key
     left join access_token t on t.token_hash = asked.token_hash`,
    [named.map(({ consumerKey }) => consumerKey), named.map(({ tokenHash }) => `\\x${tokenHash}`)],
  );
  const found = new Map(rows.map((row) => [row.place, row]));
  return named.map((_, index) => found.get(index + 1));
}

/** A nonce, valid once per integration. */
export interface Nonce {
  readonly integrationId: number;
  readonly nonce: string;
  readonly timestamp: number;
}

/** Stores the nonces and returns for each whether it was new, in order. One statement; the first process wins. */
export async function storeNonces(db: Db, nonces: readonly Nonce[]): Promise<readonly boolean[]> {
  const taken = await db.query<{ integration_id: number; nonce: string }>(
    // In a fixed order, to avoid deadlocks between processes with the same nonces.
    `insert into oauth_nonce (integration_id, nonce, timestamp)
     select * from unnest($1::int[], $2::text[], $3::bigint[]) order by 1, 2
     on conflict do nothing returning integration_id, nonce`,
    [
      nonces.map(({ integrationId }) => integrationId),
      nonces.map(({ nonce }) => nonce),
      nonces.map(({ timestamp }) => timestamp),
    ],
  );
  const fresh = new Set(taken.map((row) => keyOf(row.integration_id, row.nonce)));
  return nonces.map(({ integrationId, nonce }) => fresh.delete(keyOf(integrationId, nonce)));
}

const keyOf = (integrationId: number, nonce: string) => `${integrationId}:${nonce}`;

/** Deletes nonces whose time stamp is older than the given minutes plus ten minutes of clock skew. */
export const deleteExpiredNonces = (db: Db, minutes: number): Promise<number> =>
  db.execute(`delete from oauth_nonce where timestamp < extract(epoch from now()) - ($1::int + 10) * 60`, [minutes]);
