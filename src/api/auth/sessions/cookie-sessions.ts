import type { IncomingMessage } from "node:http";
import type { Config } from "../../../config.js";
import type { Db } from "../../../platform/db/database.js";
import { guest, priceRightsOf, userTypeOf } from "../actor.js";
import type { ShopAccounts } from "../sign-in/shop-accounts.js";
import type { Authentication } from "../tokens/bearer.sql.js";
import { tokenHash } from "../tokens/tokens.js";
import { isRead, isSameOrigin } from "./same-origin.js";
import { readSessions, type SessionLimits, type SessionRow, touchSession } from "./sessions.rows.js";

/** The limits in the settings. */
export const sessionLimits = (config: Config): SessionLimits => ({
  customer: config.PORTICO_CUSTOMER_SESSION_SECONDS,
  administrator: config.PORTICO_ADMIN_SESSION_SECONDS,
  hours: config.PORTICO_SESSION_HOURS,
});

const asGuest = (reason: Authentication["reason"]): Authentication => ({ actor: guest, reason });

/** Authenticates callers by session cookie. */
export class CookieSessions {
  constructor(
    private readonly db: Db,
    private readonly config: Config,
    private readonly accounts: Pick<ShopAccounts, "customers">,
  ) {}

  /** Never throws: an unknown caller, or a write from another site, is treated as a guest. */
  async authenticate(request: IncomingMessage, token: string): Promise<Authentication> {
    if (!isRead(request) && !isSameOrigin(request, this.config)) return asGuest("write from another site");
    const wanted = { hashes: [tokenHash(token)], customers: this.accounts.customers };
    const [session] = await readSessions(this.db, wanted, sessionLimits(this.config));
    if (!session) return asGuest("unknown session");
    if (session.is_expired) return asGuest("expired");
    if (!session.is_active) return asGuest("inactive account");
    if (session.is_stale) await touchSession(this.db, session.hash);
    return { actor: actorOf(session), reason: "accepted" };
  }
}

const actorOf = ({ user_type: type, user_id: id, resources, price_rights, website_id }: SessionRow) => ({
  type: userTypeOf(type),
  id,
  resources: new Set(resources),
  ...priceRightsOf(price_rights),
  websiteId: website_id ?? undefined,
});
