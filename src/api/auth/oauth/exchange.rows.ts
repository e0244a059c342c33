import type { Db } from "../../../platform/db/database.js";
import { bytesOf } from "../integrations/integrations.rows.js";

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
  const found = await db.models.integration.findUnique({
    where: { consumer_key: consumerKey },
    select: { id: true, consumer_secret: true, exchange: { select: { started_at: true, token_hash: true } } },
  });
  if (!found) return undefined;
  const { id, consumer_secret, exchange } = found;
  return {
    id,
    consumer_secret,
    has_exchange: exchange !== null,
    is_open: exchange !== null && Date.now() - Date.parse(exchange.started_at) < seconds * 1000,
    has_request_token: exchange?.token_hash != null,
  };
}

/** Stores the request token of an exchange. Returns false if it already has one or is over. */
export async function storeRequestToken(
  db: Db,
  id: number,
  { tokenHash, secret }: { readonly tokenHash: string; readonly secret: string },
): Promise<boolean> {
  const { count } = await db.models.oauthExchange.updateMany({
    where: { integration_id: id, token_hash: null },
    data: { token_hash: bytesOf(tokenHash), token_secret: secret },
  });
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
  const found = await db.models.oauthExchange.findUnique({ where: { token_hash: bytesOf(tokenHash) } });
  if (!found) return undefined;
  const { integration_id, verifier_hash, token_secret } = found;
  return {
    integration_id,
    verifier_hash: Buffer.from(verifier_hash).toString("hex"),
    token_secret: token_secret ?? "",
  };
}

/** Whether a token is a request token of an exchange. */
export const isRequestToken = async (db: Db, tokenHash: string): Promise<boolean> =>
  (await readRequestToken(db, tokenHash)) !== undefined;

/** Whether a token is an access token from a completed exchange. */
export const isAccessToken = async (db: Db, tokenHash: string): Promise<boolean> =>
  (await db.models.accessToken.count({ where: { token_hash: bytesOf(tokenHash) } })) > 0;

/** Completes an exchange. Returns false if a concurrent call used the request token. */
export async function endExchange(db: Db, id: number, tokenHash: string): Promise<boolean> {
  const { count } = await db.models.oauthExchange.deleteMany({
    where: { integration_id: id, token_hash: bytesOf(tokenHash) },
  });
  return count > 0;
}

const day = 86_400_000;

/** Deletes exchanges that nobody can complete, a day after they began. Returns their number. */
export async function deleteOldExchanges(db: Db): Promise<number> {
  const oldest = new Date(Date.now() - day).toISOString();
  return (await db.models.oauthExchange.deleteMany({ where: { started_at: { lt: oldest } } })).count;
}
