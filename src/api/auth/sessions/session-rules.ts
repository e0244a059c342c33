import type { ConfiguredContext } from "../../call/context.js";
import { inputError, notFound, WebapiError } from "../../call/errors.js";
import { UserType } from "../actor.js";
import type { SignInContext } from "../sign-in/sign-in.js";
import { tokenHash } from "../tokens/tokens.js";
import { sessionLimits } from "./cookie-sessions.js";
import { isSameOrigin } from "./same-origin.js";
import { SessionCookie } from "./session-cookie.js";
import { endSession, readSessions } from "./sessions.rows.js";
import type { Session } from "./sessions.types.js";

/** A new session: its token, and the id of its owner; none for a guest. */
interface NewSession {
  readonly token: string;
  readonly id?: number;
}

/**
 * Starts a session and sets its cookie. Throws 401 for a cross-site request, which could sign a client into another
 * account.
 */
export async function openSession(
  ctx: ConfiguredContext,
  type: UserType,
  begin: (before: string | undefined) => Promise<NewSession>,
): Promise<Session> {
  const cookie = ownCookie(ctx);
  const { token, id } = await begin(cookie.token);
  ctx.db.afterCommit(() => cookie.set(token));
  const { customer, administrator } = sessionLimits(ctx.config);
  return {
    user_type: type,
    user_id: id ?? null,
    idle_seconds: type === UserType.administrator ? administrator : customer,
  };
}

/** Returns the session of the call's cookie. Throws 404 if there is none or it has ended. */
export async function requireCurrentSession({ db, config, exchange, accounts }: SignInContext): Promise<Session> {
  const token = exchange && new SessionCookie(exchange, config).token;
  const [found] =
    token === undefined
      ? []
      : await readSessions(db, { hashes: [tokenHash(token)], customers: accounts.customers }, sessionLimits(config));
  if (!found || found.is_expired || !found.is_active) throw notFound("There is no session.");
  const { user_type, user_id, idle_seconds } = found;
  return { user_type, user_id, idle_seconds };
}

/** Ends the session of the call's cookie. Returns false if there is none. Throws 401 for a cross-site request. */
export async function signOut(ctx: ConfiguredContext): Promise<boolean> {
  const cookie = ownCookie(ctx);
  const { token } = cookie;
  ctx.db.afterCommit(() => cookie.set(null));
  return token !== undefined && endSession(ctx.db, tokenHash(token));
}

/**
 * Returns the session cookie of a same-origin request. Throws 400 for a queued operation, and 401 for a cross-site
 * request.
 */
function ownCookie({ exchange, config }: ConfiguredContext): SessionCookie {
  if (!exchange) throw inputError("Specified request cannot be processed.");
  if (isSameOrigin(exchange.request, config)) return new SessionCookie(exchange, config);
  throw new WebapiError("NOT_AUTHORIZED", "A session cannot be changed from another site.");
}
