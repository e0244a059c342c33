import type { Db } from "../../../platform/db/database.js";
import { lock } from "../../../platform/db/lock.js";
import { type Row, now } from "../../../platform/db/models.js";
import { isForeignKeyViolation } from "../../../platform/db/sql-errors.js";
import { modelFields } from "../../search-criteria/model-fields.js";
import type { SearchCriteria } from "../../search-criteria/search-criteria.types.js";
import { searchModel } from "../../search-criteria/search-model.js";
import { UserType } from "../actor.js";
import { Integration, type IntegrationSearchResults } from "./integrations.types.js";

const fields = modelFields("integration", Integration);

/** Returns an integration, or undefined if there is none. */
export async function readIntegration(db: Db, id: number): Promise<Integration | undefined> {
  const found = await db.models.integration.findUnique({ where: { id }, omit: { consumer_secret: true } });
  return found ?? undefined;
}

/** Returns the id of the integration with the name, or undefined if there is none. */
export async function findIntegrationByName(db: Db, name: string): Promise<number | undefined> {
  return (await db.models.integration.findUnique({ where: { name }, select: { id: true } }))?.id;
}

/** Returns the integrations that match the criteria, without their secrets. */
export const searchIntegrations = (db: Db, searchCriteria: SearchCriteria): Promise<IntegrationSearchResults> =>
  searchModel(db, searchCriteria, {
    fields,
    read: (query) => db.models.integration.findMany({ ...query, omit: { consumer_secret: true } }),
  });

/** A new integration, with its secret in stored form. */
export interface IntegrationValues {
  readonly name: string;
  readonly callbackUrl: string | null;
  readonly identityLinkUrl: string | null;
  readonly resources: readonly string[];
  readonly priceRights: readonly string[];
  readonly createdBy: number | null;
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

/** Inserts an integration that awaits activation and returns its id, or undefined if the name is taken. */
export async function insertIntegration(db: Db, values: IntegrationValues): Promise<number | undefined> {
  const [created] = await db.models.integration.createManyAndReturn({
    data: [
      {
        name: values.name,
        callback_url: values.callbackUrl,
        identity_link_url: values.identityLinkUrl,
        resources: [...values.resources],
        price_rights: [...values.priceRights],
        created_by: values.createdBy,
        consumer_key: values.consumerKey,
        consumer_secret: values.consumerSecret,
      },
    ],
    skipDuplicates: true,
    select: { id: true },
  });
  return created?.id;
}

/** Locks an integration until the transaction ends and returns it, or undefined if there is none. */
export async function lockIntegration(db: Db, id: number): Promise<Row<"integration"> | undefined> {
  const [locked] = await lock(db, "integration", { id: [id], for: "update" });
  return locked;
}

/** Returns the rights of an integration, or undefined if there is none. */
export async function readRights(db: Db, id: number) {
  const select = { resources: true, price_rights: true } as const;
  return (await db.models.integration.findUnique({ where: { id }, select })) ?? undefined;
}

export async function writeStatus(db: Db, id: number, status: number): Promise<void> {
  await db.models.integration.updateMany({ where: { id }, data: { status, updated_at: now } });
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
  await db.models.accessToken.create({
    data: { token_hash: bytesOf(tokenHash), user_type: UserType.integration, user_id: id, secret },
    select: { user_id: true },
  });
}

export async function removeTokens(db: Db, id: number): Promise<void> {
  await db.models.accessToken.deleteMany({ where: { user_type: UserType.integration, user_id: id } });
}

export async function removeExchange(db: Db, id: number): Promise<void> {
  await db.models.oauthExchange.deleteMany({ where: { integration_id: id } });
}

/** Deletes an integration with its exchange. */
export async function removeIntegration(db: Db, id: number): Promise<void> {
  await db.models.integration.deleteMany({ where: { id } });
}

/** The URLs of an integration, and the credentials that an activation posts. The secret is in stored form. */
export type ActivationRow = Pick<
  Row<"integration">,
  "callback_url" | "identity_link_url" | "consumer_key" | "consumer_secret"
>;

/** Returns the data for activating an integration, or undefined if there is none. */
export async function readForActivation(db: Db, id: number): Promise<ActivationRow | undefined> {
  const found = await db.models.integration.findUnique({
    where: { id },
    select: { callback_url: true, identity_link_url: true, consumer_key: true, consumer_secret: true },
  });
  return found ?? undefined;
}

/**
 * Starts a new exchange and returns false if the integration is gone. The verifier is a SHA-256 in hexadecimal. One
 * statement, outside a transaction.
 */
export async function beginExchange(db: Db, id: number, verifierHash: string): Promise<boolean> {
  const exchange = { verifier_hash: bytesOf(verifierHash), token_hash: null, token_secret: null, started_at: now };
  try {
    await db.models.oauthExchange.upsert({
      where: { integration_id: id },
      create: { integration_id: id, ...exchange },
      update: exchange,
      select: { integration_id: true },
    });
    return true;
  } catch (error) {
    if (isForeignKeyViolation(error)) return false;
    throw error;
  }
}

/** Returns the bytes of a hash in hexadecimal. */
export const bytesOf = (hash: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(hash, "hex"));
