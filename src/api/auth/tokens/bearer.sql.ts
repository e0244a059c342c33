// SQL: the token look-up of every call (measured by `GET /V1/products/:sku`).
import { hiddenParameter } from "../../../platform/db/statements/parameters.js";
import type { Config } from "../../../config.js";
import type { Database } from "../../../platform/db/database.js";
import { retryRead } from "../../../platform/db/sql-errors.js";
import { type Deferred, deferred } from "../../../platform/process/promises.js";
import { type Actor, guest, priceRightsOf, UserType, userTypeOf } from "../actor.js";
import type { ShopAccounts } from "../sign-in/shop-accounts.js";
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
  | "account of another website"
  | "integrations must sign"
  | "unknown session"
  | "write from another site";

type Settings = Pick<Config, "PORTICO_INTEGRATION_BEARER">;

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
  /** Null for an account that does not exist, and for an integration that is not active. */
  readonly account: {
    readonly is_active: boolean;
    /** Absent for customers. */
    readonly resources?: readonly string[] | null;
    /** Absent for customers. */
    readonly price_rights?: readonly string[] | null;
    /** Customers only; null if all websites share accounts. */
    readonly website_id?: number | null;
  } | null;
}

// The account is read by a subquery for each type, of which one runs: joins would read tables of the other types too.
const lookUpWhere = (condition: string, customers: string) => `
  select encode(t.token_hash, 'hex') as hash, t.user_type, t.user_id,
    t.revoked_at is not null as revoked,
    coalesce(t.expires_at <= now(), false) as expired,
    case t.user_type
      when 1 then (select json_build_object('is_active', true, 'resources', i.resources, 'price_rights', i.price_rights)
        from integration i where i.id = t.user_id and i.status = 1)
      when 2 then (select json_build_object('is_active', u.is_active, 'resources', r.resources, 'price_rights', r.price_rights)
        from admin_user u left join admin_role r on r.id = u.role_id where u.id = t.user_id)
      when 3 then (select json_build_object('is_active', c.is_active, 'website_id', c.website_id) from ${customers} c where c.id = t.user_id)
    end as account
  from access_token t
  where ${condition}`;

/** Whether an `Authorization` header has the bearer scheme, valid token or not. */
export const isBearer = (header: string | undefined): boolean => header !== undefined && /^bearer\b/i.test(header);

const asGuest = (reason: BearerReason): Authentication => ({ actor: guest, reason });

/**
 * Authenticates bearer tokens. Tokens of calls that arrive in the same turn of the event loop are looked up in one
 * statement, sent after the last one arrived: a token revoked before a call is never accepted for it.
 */
export class BearerTokens {
  private waiting = new Map<string, Deferred<Authentication>>();
  private readonly lookUpOne: string;
  private readonly lookUpMany: string;

  constructor(
    private readonly db: Pick<Database, "authentication">,
    private readonly settings: Settings,
    { customers }: Pick<ShopAccounts, "customers">,
  ) {
    // A call on its own is the usual case, and PostgreSQL finds one key faster than a list with one key.
    this.lookUpOne = lookUpWhere("t.token_hash = $1::bytea", customers);
    this.lookUpMany = lookUpWhere(`t.token_hash = any(${hiddenParameter(1, "bytea[]")})`, customers);
  }

  /**
   * Returns the caller that the `Authorization` header identifies. Never throws: an unknown caller is a guest, as in
   * Magento, so that anonymous routes still answer. Ignores a header without exactly two parts or with another scheme.
   */
  async authenticate(authorizationHeader: string | undefined): Promise<Authentication> {
    if (authorizationHeader === undefined || authorizationHeader === "") return asGuest("no header");
    const [scheme, token, ...more] = authorizationHeader.split(" ");
    if (scheme?.toLowerCase() !== "bearer" || !token || more.length > 0) return asGuest("not a bearer header");
    return this.find(tokenHash(token));
  }

  private find(hash: string): Promise<Authentication> {
    const pending = this.waiting.get(hash);
    if (pending) return pending.promise;
    if (this.waiting.size === 0) setImmediate(() => void this.lookUp());
    const answer = deferred<Authentication>();
    this.waiting.set(hash, answer);
    return answer.promise;
  }

  private async lookUp(): Promise<void> {
    const pending = this.waiting;
    this.waiting = new Map();
    const hashes = [...pending.keys()].map((hash) => `\\x${hash}`);
    const [text, value] = hashes.length === 1 ? [this.lookUpOne, hashes[0]] : [this.lookUpMany, hashes];
    try {
      const { authentication } = this.db;
      const rows = await retryRead(() => authentication.query<TokenRow>(text, [value]));
      const found = new Map(rows.map((row) => [row.hash, authenticationOf(row, this.settings)]));
      for (const [hash, answer] of pending) answer.resolve(found.get(hash) ?? asGuest("unknown token"));
    } catch (error) {
      for (const answer of pending.values()) answer.reject(error);
    }
  }
}

function authenticationOf(row: TokenRow, settings: Settings): Authentication {
  if (row.revoked) return asGuest("revoked");
  if (row.expired) return asGuest("expired");
  const { account, user_id: id } = row;
  if (!account?.is_active) return asGuest("inactive account");
  const type = userTypeOf(row.user_type);
  const mustSign = type === UserType.integration && !settings.PORTICO_INTEGRATION_BEARER;
  if (mustSign) return asGuest("integrations must sign");
  const actor = {
    type,
    id,
    resources: new Set(account.resources),
    ...priceRightsOf(account.price_rights ?? null),
    websiteId: account.website_id ?? undefined,
  };
  return { actor, reason: "accepted" };
}
