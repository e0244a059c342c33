import type { Logger } from "pino";
import type { Config } from "../../../config.js";
import type { Db } from "../../../platform/db/database.js";
import { allowedUrl } from "../../bulk/callbacks/callback-url.js";
import { postExternal } from "../../../platform/outbound/external-post.js";
import { inputError, noSuchEntity } from "../../call/errors.js";
import { unseal } from "../secrets/secrets.js";
import { newToken, tokenHash } from "../tokens/tokens.js";
import { beginExchange, readForActivation } from "./integrations.rows.js";
import type { IntegrationActivation } from "./integrations.types.js";

/** Timeout for the integration's answer, in milliseconds. */
const timeout = 5000;

/**
 * The dependencies of an activation. It runs outside a transaction, because the integration may request its tokens before
 * it answers.
 */
export interface ActivationDependencies {
  readonly db: Db;
  readonly config: Config;
  readonly log: Logger;
}

/**
 * Starts the token exchange: posts the consumer key, the consumer secret and a new verifier to the integration's
 * callback URL. Its current tokens stay valid until it fetches new ones. Throws 404 for an unknown integration; 400
 * without a callback URL, if the settings do not allow the host, and if the callback fails.
 */
export async function activateIntegration(
  id: number,
  { db, config, log }: ActivationDependencies,
): Promise<IntegrationActivation> {
  const found = await readForActivation(db, id);
  if (!found) throw noSuchEntity("integrationId", id);
  if (found.callback_url === null) throw inputError("The integration has no callback URL. It needs no activation.");
  const url = allowedUrl(found.callback_url, config);
  const verifier = newToken();
  if (!(await beginExchange(db, id, tokenHash(verifier)))) throw noSuchEntity("integrationId", id);
  const base = storeBaseUrl(config);
  const body = new URLSearchParams({
    oauth_consumer_key: found.consumer_key,
    oauth_consumer_secret: unseal(found.consumer_secret, config),
    store_base_url: base,
    oauth_verifier: verifier,
  }).toString();
  await post(url, body, { id, config, log });
  return {
    identity_link_url: linkOf(found.identity_link_url, {
      oauth_consumer_key: found.consumer_key,
      success_call_back: base,
    }),
  };
}

interface PostParts {
  readonly id: number;
  readonly config: Config;
  readonly log: Logger;
}

/** The reason is only logged: it could reveal networks that the caller cannot see. */
async function post(url: URL, body: string, { id, config, log }: PostParts): Promise<void> {
  const activationFailed = () => inputError("Unable to post data to consumer due to an unexpected error");
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const status = await postExternal(url, { headers, body, timeout, settings: config }).catch((error: unknown) => {
    log.warn({ err: error, integration: id }, "failed to activate integration");
    throw activationFailed();
  });
  log.info({ integration: id, status }, "posted credentials to integration");
  if (status >= 400) throw activationFailed();
}

function storeBaseUrl({ PORTICO_BASE_URL, HOST, PORT }: Config): string {
  return `${(PORTICO_BASE_URL ?? `http://${HOST}:${PORT}`).replace(/\/$/, "")}/`;
}

function linkOf(link: string | null, query: Readonly<Record<string, string>>): string | null {
  if (link === null) return null;
  const url = new URL(link);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
