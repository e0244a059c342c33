// SQL: the token look-up of every call (measured by `GET /V1/products/:sku`).
import type { Config } from "../config.js";
import { customers } from "../customer/published.sql.js";
import type { Database } from "../db/database.js";
import { retryRead } from "../db/read-again.js";
import { type Deferred, deferred } from "../db/deferred.js";
import { type Actor, guest, priceRightsOf, UserType, userTypeOf } from "./actor.js";
import { tokenHash } from "./tokens.js";

/** The reason for the outcome of authentication; logged, and returned only for an expired token. */
export type BearerReason =
  | "accepted"
  | "no header"
  | "not a bearer header"
  | "unknown token"
  | "expired"
  | "revoked"
  | "inactive account"
  | "integrations must sign"
  | "unknown session"
  | "write from another site";

type Settings = Pick<Config, "PORTICO_INTEGRATION_BEARER">;

/**
 * Starts work that needs no caller. Returns whether it is about to send a statement, which the look-up can be sent with.
 */
export type StartEarlyWork = () => boolean;

/** The caller, and the reason for the outcome. */
export interface Authentication {
  readonly actor: Actor;
  readonly reason: BearerReason;
}

interface TokenRow {
  readonly hash: string;
  readonly user_type: number;
  readonly user_id: number;
  readonly revoked: boolean;
  readonly expired: boolean;
  readonly is_active: boolean;
  /** Null for customers and for an inactive integration. */
  readonly resources: readonly string[] | null;
  readonly price_rights: readonly string[] | null;
}

// The select around the parameter hides its length from the planner, which would otherwise re-plan every call. Joining
// integrations would cost every call a little; the subquery only runs for them.
const lookUp = `
  select encode(t.token_hash, 'hex') as hash, t.user_type, t.user_id,
    t.revoked_at is not null as revoked,
    coalesce(t.expires_at <= now(), false) as expired,
    coalesce(u.is_active, c.is_active, t.user_type = 1) as is_active,
    coalesce(r.resources, case when t.user_type = 1
      then (select i.resources from integration i where i.id = t.user_id and i.status = 1) end) as resources, r.price_rights
  from access_token t
  left join admin_user u on t.user_type = 2 and u.id = t.user_id
  left join admin_role r on r.id = u.role_id
  left join ${customers} c on t.user_type = 3 and c.id = t.user_id
  where t.token_hash = any(array(select unnest($1::bytea[])))`;

/** Whether an `Authorization` header has the bearer scheme, valid token or not. */
export const isBearer = (header: string | undefined): boolean => header !== undefined && /^bearer\b/i.test(header);

const asGuest = (reason: BearerReason): Authentication => ({ actor: guest, reason });

/**
 * Authenticates bearer tokens. Tokens of calls that arrive in the same turn of the event loop are looked up in one
 * statement, sent after the last one arrived: a token revoked before a call is never accepted for it.
 */
export class BearerTokens {
  private waiting = new Map<string, Deferred<Authentication>>();
  /** Whether a statement follows that the look-up can be sent with. */
  private isFollowed = false;

  constructor(
    private readonly db: Pick<Database, "authentication" | "queryAhead">,
    private readonly settings: Settings,
  ) {}

  /**
   * Returns the caller that the `Authorization` header identifies. Never throws: an unknown caller is a guest, as in
   * Magento, so that anonymous routes still answer. Ignores a header without exactly two parts or with another scheme.
   * Calls `startEarlyWork` when it is about to look a token up.
   */
  async authenticate(
    authorizationHeader: string | undefined,
    startEarlyWork?: StartEarlyWork,
  ): Promise<Authentication> {
    if (authorizationHeader === undefined || authorizationHeader === "") return asGuest("no header");
    const [scheme, token, ...more] = authorizationHeader.split(" ");
    if (scheme?.toLowerCase() !== "bearer" || !token || more.length > 0) return asGuest("not a bearer header");
    const found = this.find(tokenHash(token));
    if (startEarlyWork?.()) this.isFollowed = true;
    return found;
  }

  private find(hash: string): Promise<Authentication> {
    const asked = this.waiting.get(hash);
    if (asked) return asked.promise;
    if (this.waiting.size === 0) setImmediate(() => void this.lookUp());
    const answer = deferred<Authentication>();
    this.waiting.set(hash, answer);
    return answer.promise;
  }

  private async lookUp(): Promise<void> {
    const asked = this.waiting;
    const isFollowed = this.isFollowed;
    this.waiting = new Map();
    this.isFollowed = false;
    const hashes = [...asked.keys()].map((hash) => `\\x${hash}`);
    try {
      const { authentication } = this.db;
      const rows = await retryRead(() =>
        isFollowed ? this.db.queryAhead<TokenRow>(lookUp, [hashes]) : authentication.query<TokenRow>(lookUp, [hashes]),
      );
      const found = new Map(rows.map((row) => [row.hash, authenticationOf(row, this.settings)]));
      for (const [hash, answer] of asked) answer.resolve(found.get(hash) ?? asGuest("unknown token"));
    } catch (error) {
      for (const answer of asked.values()) answer.reject(error);
    }
  }
}

function authenticationOf(row: TokenRow, settings: Settings): Authentication {
  if (row.revoked) return asGuest("revoked");
  if (row.expired) return asGuest("expired");
  const type = userTypeOf(row.user_type);
  const isIntegration = type === UserType.integration;
  if (!row.is_active || (isIntegration && row.resources === null)) return asGuest("inactive account");
  if (isIntegration && !settings.PORTICO_INTEGRATION_BEARER) return asGuest("integrations must sign");
  const actor = { type, id: row.user_id, resources: new Set(row.resources), ...priceRightsOf(row.price_rights) };
  return { actor, reason: "accepted" };
}
