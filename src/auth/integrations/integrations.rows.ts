import type { Db } from "../../db/database.js";
import type { SqlField } from "../../search-criteria/compile-sql.js";
import type { SearchCriteria } from "../../search-criteria/search-criteria.types.js";
import { searchPage } from "../../search-criteria/search-page.sql.js";
import type { Integration, IntegrationSearchResults } from "./integrations.types.js";

const columns = `i.id, i.name, i.status, i.callback_url, i.identity_link_url, i.resources, i.consumer_key, i.created_at, i.updated_at`;

const fields: ReadonlyMap<string, SqlField> = new Map([
  ["id", { sql: "i.id", type: "integer" }],
  ["name", { sql: "i.name", type: "text" }],
  ["status", { sql: "i.status", type: "integer" }],
  ["consumer_key", { sql: "i.consumer_key", type: "text" }],
  ["created_at", { sql: "i.created_at", type: "timestamp" }],
  ["updated_at", { sql: "i.updated_at", type: "timestamp" }],
]);

/** Returns an integration, or undefined if there is none. */
export async function readIntegration(db: Db, id: number): Promise<Integration | undefined> {
  const row = await db.one<Integration>(`select ${columns} from integration i where i.id = $1::int`, [id]);
  return row;
}

/** Returns the id of the integration with the name, or undefined if there is none. */
export async function integrationNamed(db: Db, name: string): Promise<number | undefined> {
  const row = await db.one<{ id: number }>(`select id from integration where name = $1::text`, [name]);
  return row?.id;
}

/** Returns the integrations that match the criteria. */
export function searchIntegrations(db: Db, searchCriteria: SearchCriteria): Promise<IntegrationSearchResults> {
  return searchPage<Integration>(db, searchCriteria, {
    columns,
    from: "integration i",
    field: (name) => fields.get(name),
    tieBreaker: "i.id",
  });
}

/** A new integration, with its secret in stored form. */
export interface IntegrationValues {
  readonly name: string;
  readonly callbackUrl: string | null;
  readonly identityLinkUrl: string | null;
  readonly resources: readonly string[];
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

/** Inserts an integration that awaits activation and returns its id, or undefined if the name is taken. */
export async function insertIntegration(db: Db, values: IntegrationValues): Promise<number | undefined> {
  const row = await db.one<{ id: number }>(
    `insert into integration (name, callback_url, identity_link_url, resources, consumer_key, consumer_secret)
     values ($1::text, $2::text, $3::text, $4::text[], $5::text, $6::text)
     on conflict (name) do nothing returning id`,
    [
      values.name,
      values.callbackUrl,
      values.identityLinkUrl,
      values.resources,
      values.consumerKey,
      values.consumerSecret,
    ],
  );
  return row?.id;
}

/** Locks an integration until the transaction ends and returns its name, or undefined if there is none. */
export async function holdIntegration(db: Db, id: number): Promise<string | undefined> {
  const held = await db.one<{ name: string }>(`select name from integration where id = $1::int for update`, [id]);
  return held?.name;
}

export async function writeStatus(db: Db, id: number, status: number): Promise<void> {
  await db.execute(
    `update integration set status = $2::int, updated_at = now() at time zone 'UTC' where id = $1::int`,
    [id, status],
  );
}

/** An access token in stored form. */
export interface StoredToken {
  /** SHA-256 in hexadecimal. */
  readonly tokenHash: string;
  readonly secret: string;
}

/** Replaces the access tokens of an integration with a token that does not expire. */
export async function replaceToken(db: Db, id: number, { tokenHash, secret }: StoredToken): Promise<void> {
  await removeTokens(db, id);
  await db.execute(
    `insert into access_token (token_hash, user_type, user_id, secret) values (decode($1::text, 'hex'), 1, $2::int, $3::text)`,
    [tokenHash, id, secret],
  );
}

export async function removeTokens(db: Db, id: number): Promise<void> {
  await db.execute(`delete from access_token where user_type = 1 and user_id = $1::int`, [id]);
}

export async function removeExchange(db: Db, id: number): Promise<void> {
  await db.execute(`delete from oauth_exchange where integration_id = $1::int`, [id]);
}

/** Deletes an integration with its exchange. */
export async function removeIntegration(db: Db, id: number): Promise<void> {
  await db.execute(`delete from integration where id = $1::int`, [id]);
}

/** The data that an activation posts, and its URL. */
export interface ActivationRow {
  readonly callback_url: string | null;
  readonly identity_link_url: string | null;
  readonly consumer_key: string;
  /** In stored form. */
  readonly consumer_secret: string;
}

/** Returns what activating an integration needs, or undefined if there is none. */
export async function readForActivation(db: Db, id: number): Promise<ActivationRow | undefined> {
  const row = await db.one<ActivationRow>(
    `select callback_url, identity_link_url, consumer_key, consumer_secret from integration where id = $1::int`,
    [id],
  );
  return row;
}

/** Starts a new exchange and returns false if the integration is gone. The verifier is a SHA-256 in hexadecimal. */
export async function beginExchange(db: Db, id: number, verifierHash: string): Promise<boolean> {
  const count = await db.execute(
    `insert into oauth_exchange (integration_id, verifier_hash)
     select i.id, decode($2::text, 'hex') from integration i where i.id = $1::int
     on conflict (integration_id) do update
       set verifier_hash = excluded.verifier_hash, token_hash = null, token_secret = null, started_at = now()`,
    [id, verifierHash],
  );
  return count > 0;
}
