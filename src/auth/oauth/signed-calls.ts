import type { IncomingMessage } from "node:http";
import type { Config } from "../../config.js";
import type { Db } from "../../db/database.js";
import { gathered } from "../../db/batched.js";
import { UserType } from "../actor.js";
import type { Authentication } from "../bearer.sql.js";
import { unseal } from "../secrets.js";
import { tokenHash } from "../tokens.js";
import { findConsumers, type FoundConsumer, isRequestToken, takeNonces } from "./oauth.rows.js";
import * as problems from "./problems.js";
import { readSigned, type SignedRequest } from "./signed-request.js";

const alike = () => "";
const findConsumer = gathered({ kind: alike, meet: findConsumers });
const takeNonce = gathered({ kind: alike, meet: takeNonces });

/** Finds out who signs calls with OAuth 1.0a. Calls of one turn of the event loop share their two statements. */
export class SignedCalls {
  /** Requests whose nonce was taken: a door may ask who calls, and hand the request on to another one that asks again. */
  private readonly accepted = new WeakSet<IncomingMessage>();

  constructor(
    private readonly db: Db,
    private readonly config: Config,
  ) {}

  /**
   * The integration that signed the call. Unlike a bearer token that is not accepted, a header that is not throws, as in
   * Magento: 400 where it is not well formed, 401 where it proves nothing.
   */
  async authenticate(request: IncomingMessage): Promise<Authentication> {
    const signed = await readSigned(request, this.config, ["token"]);
    const hash = tokenHash(signed.token);
    const consumer = await findConsumer(this.db, { consumerKey: signed.consumerKey, tokenHash: hash });
    if (!consumer) throw problems.consumerUnknown();
    const tokenSecret = await this.secretOf(consumer, hash);
    const consumerSecret = unseal(consumer.consumer_secret, this.config);
    if (!signed.isSignedWith({ consumerSecret, tokenSecret })) throw problems.signatureInvalid();
    if (!this.accepted.has(request)) await this.use(signed, consumer.id);
    this.accepted.add(request);
    const { id, resources } = consumer;
    return { actor: { type: UserType.integration, id, resources: new Set(resources) }, reason: "accepted" };
  }

  /** The secret of the consumer's own access token; 401 for any other token. */
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

  /** Only what was signed rightly uses up a nonce: nobody else can spend an integration's. */
  private async use({ nonce, timestamp }: SignedRequest, integrationId: number): Promise<void> {
    if (!(await takeNonce(this.db, { integrationId, nonce, timestamp }))) throw problems.nonceUsed(integrationId);
  }
}
