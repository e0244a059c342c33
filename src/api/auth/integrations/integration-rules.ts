import type { Config } from "../../../config.js";
import type { Db } from "../../../platform/db/database.js";
import { allowedUrl } from "../../bulk/callbacks/callback-url.js";
import { alreadyExists, inputError, missing, noSuchEntity } from "../../call/errors.js";
import { requireKnownResources } from "../acl.js";
import { UserType } from "../actor.js";
import { audit, type AuditEvent, type By } from "../audit.rows.js";
import { requireHeldRights } from "../rights/check-rights.js";
import { seal } from "../secrets/secrets.js";
import { newToken, tokenHash } from "../tokens/tokens.js";
import { revokeTokens } from "../tokens/tokens.sql.js";
import * as rows from "./integrations.rows.js";
import { readPerson } from "./people.rows.js";
import type { Integration, IntegrationCredentials } from "./integrations.types.js";
import { integrationStatus } from "../closed-sets.types.js";

const maxNameLength = 255;

/** Returns the integration. Throws 404 if there is none. */
export async function requireIntegration(db: Db, id: number): Promise<Integration> {
  const integration = await rows.readIntegration(db, id);
  if (!integration) throw noSuchEntity("integrationId", id);
  return integration;
}

/** A new integration. Over REST all fields are optional. */
export type NewIntegration = Partial<Pick<Integration, "name" | "callback_url" | "identity_link_url" | "resources">>;

/** The settings and the caller of a change; a command has no caller. */
export interface ChangeContext {
  readonly config: Config;
  readonly by?: By;
}

/**
 * Creates an integration and returns its credentials, which are never available again. With a callback URL it gets its
 * access token in the exchange; otherwise it is active at once. Runs in a transaction. Throws 400 for a name that is
 * missing or taken, missing or unknown resources, resources that the caller does not hold, and invalid URLs. The integration can
 * change no more prices than the caller.
 */
export async function createIntegration(
  db: Db,
  integration: NewIntegration,
  { config, by }: ChangeContext,
): Promise<IntegrationCredentials> {
  const values = checkIntegration(integration, config);
  const [consumerKey, consumerSecret] = [newToken(), newToken()];
  const rights = { resources: values.resources, priceRights: by?.actor.priceRights ?? [] };
  requireHeldRights({ resources: rights.resources, price_rights: rights.priceRights }, by);
  const createdBy = by ? await readPerson(db, by.actor) : null;
  const stored = { ...values, ...rights, createdBy, consumerKey, consumerSecret: seal(consumerSecret, config) };
  const id = await rows.insertIntegration(db, stored);
  if (id === undefined) throw alreadyExists('The integration with name "%1" exists.', [values.name]);
  await auditIntegration(db, by, { event: "integration created", id, name: values.name });
  const consumer = { integration_id: id, consumer_key: consumerKey, consumer_secret: consumerSecret };
  if (values.callbackUrl !== null) return { ...consumer, access_token: null, access_token_secret: null };
  const { token, secret } = await activateWithToken(db, { id, name: values.name }, { config, by });
  return { ...consumer, access_token: token, access_token_secret: secret };
}

/** Replaces the access tokens of an integration with a new one and activates it. */
export async function activateWithToken(db: Db, { id, name }: Named, { config, by }: ChangeContext) {
  const [token, secret] = [newToken(), newToken()];
  await rows.replaceToken(db, id, { tokenHash: tokenHash(token), secret: seal(secret, config) });
  await rows.writeStatus(db, id, integrationStatus.named.ACTIVE);
  await auditIntegration(db, by, { event: "integration activated", id, name });
  return { token, secret };
}

/** Throws 404 for an unknown integration, 400 for one with rights that the caller does not hold. */
export async function requireManageable(db: Db, id: number, by: By): Promise<void> {
  const rights = await rows.readRights(db, id);
  if (!rights) throw noSuchEntity("integrationId", id);
  requireHeldRights(rights, by);
}

/** Locks an integration until the transaction ends. Throws as `requireManageable` does. */
async function lockManageable(db: Db, id: number, by: By) {
  const integration = await rows.lockIntegration(db, id);
  if (!integration) throw noSuchEntity("integrationId", id);
  requireHeldRights(integration, by);
  return integration;
}

/**
 * Revokes an integration with immediate effect; it stays in the list. Runs in a transaction. Throws as
 * `requireManageable` does.
 */
export async function revokeIntegration(db: Db, id: number, by?: By): Promise<void> {
  const { name } = await lockManageable(db, id, by);
  await rows.writeStatus(db, id, integrationStatus.named.REVOKED);
  await rows.removeExchange(db, id);
  await revokeTokens(db, { type: UserType.integration, id });
  await auditIntegration(db, by, { event: "integration revoked", id, name });
}

/** Deletes an integration with its tokens. Runs in a transaction. Throws as `requireManageable` does. */
export async function deleteIntegration(db: Db, id: number, by?: By): Promise<void> {
  const { name } = await lockManageable(db, id, by);
  await rows.removeTokens(db, id);
  await rows.removeIntegration(db, id);
  await auditIntegration(db, by, { event: "integration deleted", id, name });
}

interface Named {
  readonly id: number;
  readonly name: string;
}

const auditIntegration = (db: Db, by: By, { event, id, name }: Named & { readonly event: AuditEvent }): Promise<void> =>
  audit(db, by, { event, type: UserType.integration, id, name });

function checkIntegration(integration: NewIntegration, config: Config) {
  const name = (integration.name ?? "").trim();
  const resources = [...new Set(integration.resources ?? [])];
  const lacking = [...(name === "" ? ["name"] : []), ...(resources.length === 0 ? ["resources"] : [])];
  if (lacking.length > 0) throw missing(lacking);
  if (name.length > maxNameLength) throw inputError("The name must have at most %1 characters.", [maxNameLength]);
  requireKnownResources(resources);
  const { callback_url: callback, identity_link_url: link } = integration;
  return {
    name,
    resources,
    callbackUrl: callback == null || callback === "" ? null : allowedUrl(callback, config).href,
    identityLinkUrl: link == null || link === "" ? null : webAddress(link),
  };
}

/** Opened in a browser, never requested by the service. */
function webAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && ["http:", "https:"].includes(url.protocol) && url.username === "" && url.password === "") return url.href;
  throw inputError("The identity link URL must be an absolute http or https URL without user name and password.");
}
