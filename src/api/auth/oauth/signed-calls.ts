import type { IncomingMessage } from "node:http";
import type { Config } from "../../../config.js";
import type { Db } from "../../../platform/db/database.js";
import { batched } from "../../../platform/db/batched.js";
import { priceRightsOf, UserType } from "../actor.js";
import type { Authentication } from "../tokens/bearer.sql.js";
import { unseal } from "../secrets/secrets.js";
import { tokenHash } from "../tokens/tokens.js";
import { isRequestToken } from "./exchange.rows.js";
import { findConsumers, type FoundConsumer, storeNonces } from "./oauth.sql.js";
import * as problems from "./problems.js";
import { readSigned, type SignedRequest } from "./signed-request.js";

const groupBy = () => "";
const findConsumer = batched({ groupBy, load: findConsumers });
const storeNonce = batched({ groupBy, load: storeNonces });

/** Authenticates calls signed with OAuth 1.0a. Calls in the same turn of the event loop share their two statements. */
export class SignedCalls {
  constructor(
    private readonly db: Db,
    private readonly config: Config,
  ) {}

  /**
   * Returns the integration that signed the call. Unlike an invalid bearer token, an invalid header throws, as in
   * Magento: 400 for a malformed header, 401 for an invalid signature.
   */
  async authenticate(request: IncomingMessage): Promise<Authentication> {
    const signed = await readSigned(request, this.config, ["token"]);
    const hash = tokenHash(signed.token);
    const consumer = await findConsumer(this.db, { consumerKey: signed.consumerKey, tokenHash: hash });
    if (!consumer) throw problems.consumerUnknown();
    const tokenSecret = await this.secretOf(consumer, hash);
    const consumerSecret = unseal(consumer.consumer_secret, this.config);
    if (!signed.isSignedWith({ consumerSecret, tokenSecret })) throw problems.signatureInvalid();
    await this.use(signed, consumer.id);
    const { id, resources, price_rights } = consumer;
    const actor = { type: UserType.integration, id, resources: new Set(resources), ...priceRightsOf(price_rights) };
    return { actor, reason: "accepted" };
  }

  /** Returns the secret of the consumer's access token. Throws 401 for any other token. */
  private async secretOf(consumer: FoundConsumer, hash: string): Promise<string> {
    const { token_type: type, token_user: user, token_secret: secret } = consumer;
    if (type === null || secret === null) {
      if (await isRequestToken(this.db, hash)) throw problems.tokenOfAnotherKind();
      throw type === null ? problems.tokenUnknown() : problems.tokenOfAnother();
    }
    if (type !== UserType.integration || user !== consumer.id) throw problems.tokenOfAnother();
    if (consumer.is_revoked) throw problems.tokenRevoked();
    return unseal(secret, this.config);
  }

  /** Only a valid signature uses up a nonce, so nobody else can use up an integration's nonces. */
  private async use({ nonce, timestamp }: SignedRequest, integrationId: number): Promise<void> {
    if (!(await storeNonce(this.db, { integrationId, nonce, timestamp }))) throw problems.nonceUsed(integrationId);
  }
}
