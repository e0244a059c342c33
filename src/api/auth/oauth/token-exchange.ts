import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Config } from "../../../config.js";
import type { Db } from "../../../platform/db/database.js";
import { UserType } from "../actor.js";
import { activateWithToken } from "../integrations/integration-rules.js";
import { lockIntegration } from "../integrations/integrations.rows.js";
import { seal, unseal } from "../secrets/secrets.js";
import { newToken, tokenHash } from "../tokens/tokens.js";
import {
  endExchange,
  type ExchangeRow,
  storeRequestToken,
  isAccessToken,
  readExchange,
  readRequestToken,
  type RequestToken,
} from "./exchange.rows.js";
import { storeNonces } from "./oauth.sql.js";
import * as problems from "./problems.js";
import { readSigned, type SignedRequest } from "./signed-request.js";

/** A token, as sent to clients. */
export interface IssuedToken {
  readonly token: string;
  readonly secret: string;
}

export interface ExchangeDependencies {
  readonly db: Db;
  readonly config: Config;
  /** For the audit event of an activation. */
  readonly requestId: string;
  readonly address: string | undefined;
}

/** Seconds to complete the exchange after the verifier was posted. */
const lifetime = 300;
const verifierLength = 32;

/**
 * Answers `POST /oauth/token/request` with a request token for an activated consumer. Throws 400 and 401 with Magento's
 * reasons.
 */
export async function issueRequestToken(
  request: IncomingMessage,
  { db, config }: ExchangeDependencies,
): Promise<IssuedToken> {
  const signed = await readSigned(request, config, []);
  const consumer = await requireConsumer(db, signed);
  await verifyRequest(signed, consumer, { db, config, tokenSecret: "" });
  if (!consumer.has_exchange) throw problems.noExchange(consumer.id);
  if (!consumer.is_open) throw problems.consumerExpired();
  const [token, secret] = [newToken(), newToken()];
  const given = await storeRequestToken(db, consumer.id, { tokenHash: tokenHash(token), secret: seal(secret, config) });
  if (!given) throw problems.notAVerifier();
  return { token, secret };
}

/**
 * Answers `POST /oauth/token/access` with an access token for a request token and the posted verifier. Of two concurrent
 * calls, only one gets it. Throws 400 and 401 with Magento's reasons.
 */
export async function issueAccessToken(request: IncomingMessage, parts: ExchangeDependencies): Promise<IssuedToken> {
  const { db, config } = parts;
  const signed = await readSigned(request, config, ["token", "verifier"]);
  const consumer = await requireConsumer(db, signed);
  const hash = tokenHash(signed.token);
  const requested = await requireRequestToken(db, consumer, hash);
  await verifyRequest(signed, consumer, { db, config, tokenSecret: unseal(requested.token_secret, config) });
  if (!consumer.is_open) throw problems.consumerExpired();
  if (signed.verifier.length !== verifierLength) throw problems.verifierLength();
  if (!isHashOf(requested.verifier_hash, signed.verifier)) throw problems.verifierWrong();
  return db.transaction(async (tx) => {
    const locked = await lockIntegration(tx, consumer.id);
    if (!locked || !(await endExchange(tx, consumer.id, hash))) throw problems.requestTokenUsed();
    const actor = { type: UserType.integration, id: consumer.id, resources: new Set<string>() };
    return activateWithToken(tx, { id: consumer.id, name: locked.name }, { config, by: { ...parts, actor } });
  });
}

async function requireConsumer(db: Db, { consumerKey }: SignedRequest): Promise<ExchangeRow> {
  const consumer = await readExchange(db, consumerKey, lifetime);
  if (!consumer) throw problems.consumerUnknown();
  return consumer;
}

async function requireRequestToken(db: Db, consumer: ExchangeRow, hash: string): Promise<RequestToken> {
  const requested = await readRequestToken(db, hash);
  if (!requested) throw (await isAccessToken(db, hash)) ? problems.requestTokenUsed() : problems.tokenUnknown();
  if (requested.integration_id !== consumer.id) throw problems.requestTokenOfAnother();
  return requested;
}

async function verifyRequest(
  signed: SignedRequest,
  { id, consumer_secret }: ExchangeRow,
  { db, config, tokenSecret }: Pick<ExchangeDependencies, "db" | "config"> & { readonly tokenSecret: string },
): Promise<void> {
  const consumerSecret = unseal(consumer_secret, config);
  if (!signed.isSignedWith({ consumerSecret, tokenSecret })) throw problems.signatureInvalid();
  const { nonce, timestamp } = signed;
  const [isFresh] = await storeNonces(db, [{ integrationId: id, nonce, timestamp }]);
  if (!isFresh) throw problems.nonceUsed(id);
}

const isHashOf = (hash: string, text: string) =>
  timingSafeEqual(Buffer.from(hash, "hex"), Buffer.from(tokenHash(text), "hex"));
