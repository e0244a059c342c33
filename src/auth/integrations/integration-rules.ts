import type { Config } from "../../config.js";
import type { Db } from "../../db/database.js";
import { admittedUrl } from "../../outbound/callback-address.js";
import { alreadyExists, inputError, missing, noSuchEntity } from "../../call/errors.js";
import { demandKnown } from "../acl.js";
import { type Actor, everything, UserType } from "../actor.js";
import { audit, type AuditEvent, type By } from "../audit.rows.js";
import { seal } from "../secrets.js";
import { newToken, revokeTokens, tokenHash } from "../tokens.js";
import * as rows from "./integrations.rows.js";
import type { Integration, IntegrationCredentials } from "./integrations.types.js";

const longestName = 255;

/** What an integration is at. */
export const IntegrationStatus = { pending: 0, active: 1, revoked: 2 } as const;

/** The integration; 404 where there is none. */
export async function integrationById(db: Db, id: number): Promise<Integration> {
  const integration = await rows.readIntegration(db, id);
  if (!integration) throw noSuchEntity("integrationId", id);
  return integration;
}

/** An integration to be created. Over REST any of its fields can be left out. */
export type NewIntegration = Partial<Pick<Integration, "name" | "callback_url" | "identity_link_url" | "resources">>;

/** What giving somebody rights needs: the settings, and who does it; nobody for a command. */
export interface Granting {
  readonly config: Config;
  readonly by?: By;
}

/**
 * Creates an integration and gives what it calls with: the only time that this is known. One with a callback URL has no access
 * token before the exchange; any other is active at once. In a transaction. 400 for a name that is missing or taken, for
 * resources that are missing or that the tree does not have, and for URLs that cannot be.
 */
export async function createIntegration(
  db: Db,
  integration: NewIntegration,
  { config, by }: Granting,
): Promise<IntegrationCredentials> {
  const values = checked(integration, config);
  const [consumerKey, consumerSecret] = [newToken(), newToken()];
  const stored = { ...values, consumerKey, consumerSecret: seal(consumerSecret, config) };
  const id = await rows.insertIntegration(db, stored);
  if (id === undefined) throw alreadyExists('The integration with name "%1" exists.', [values.name]);
  await note(db, by, { event: "integration created", id, name: values.name });
  const consumer = { integration_id: id, consumer_key: consumerKey, consumer_secret: consumerSecret };
  if (values.callbackUrl !== null) return { ...consumer, access_token: null, access_token_secret: null };
  const { token, secret } = await activateWithToken(db, { id, name: values.name }, { config, by });
  return { ...consumer, access_token: token, access_token_secret: secret };
}

/** Gives an integration an access token in place of those that it has, and makes it active. */
export async function activateWithToken(db: Db, { id, name }: Named, { config, by }: Granting) {
  const [token, secret] = [newToken(), newToken()];
  await rows.replaceToken(db, id, { tokenHash: tokenHash(token), secret: seal(secret, config) });
  await rows.writeStatus(db, id, IntegrationStatus.active);
  await note(db, by, { event: "integration activated", id, name });
  return { token, secret };
}

/** Refuses to grant what the caller does not hold: nobody gets further by way of an integration. 400. */
export function demandHeld(resources: readonly string[], actor: Actor): void {
  const lacking = resources.find((resource) => !actor.resources.has(everything) && !actor.resources.has(resource));
  if (lacking === undefined) return;
  throw inputError('The resource "%1" cannot be granted by somebody who does not hold it.', [lacking]);
}

/** Ends what an integration may do, with its next call; it stays in the list. In a transaction. 404 where there is none. */
export async function revokeIntegration(db: Db, id: number, by?: By): Promise<void> {
  const name = await rows.holdIntegration(db, id);
  if (name === undefined) throw noSuchEntity("integrationId", id);
  await rows.writeStatus(db, id, IntegrationStatus.revoked);
  await rows.removeExchange(db, id);
  await revokeTokens(db, { type: UserType.integration, id });
  await note(db, by, { event: "integration revoked", id, name });
}

/** Removes an integration with its tokens. In a transaction. 404 where there is none. */
export async function deleteIntegration(db: Db, id: number, by?: By): Promise<void> {
  const name = await rows.holdIntegration(db, id);
  if (name === undefined) throw noSuchEntity("integrationId", id);
  await rows.removeTokens(db, id);
  await rows.removeIntegration(db, id);
  await note(db, by, { event: "integration deleted", id, name });
}

interface Named {
  readonly id: number;
  readonly name: string;
}

const note = (db: Db, by: By, { event, id, name }: Named & { readonly event: AuditEvent }): Promise<void> =>
  audit(db, by, { event, type: UserType.integration, id, name });

function checked(integration: NewIntegration, config: Config) {
  const name = (integration.name ?? "").trim();
  const resources = [...new Set(integration.resources ?? [])];
  const lacking = [...(name === "" ? ["name"] : []), ...(resources.length === 0 ? ["resources"] : [])];
  if (lacking.length > 0) throw missing(lacking);
  if (name.length > longestName) throw inputError("The name must have at most %1 characters.", [longestName]);
  demandKnown(resources);
  const { callback_url: callback, identity_link_url: link } = integration;
  return {
    name,
    resources,
    callbackUrl: callback == null || callback === "" ? null : admittedUrl(callback, config).href,
    identityLinkUrl: link == null || link === "" ? null : webAddress(link),
  };
}

/** It is opened in a browser, never called from here. */
function webAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && ["http:", "https:"].includes(url.protocol) && url.username === "" && url.password === "") return url.href;
  throw inputError("The identity link URL must be an absolute http or https URL without user name and password.");
}
