import type { Context } from "../../call/context.js";
import type { HttpExchange } from "../../http/http-exchange.js";
import { inputError, notFound, WebapiError } from "../../call/errors.js";
import { UserType } from "../actor.js";
import { tokenHash } from "../tokens.js";
import { sessionLimits } from "./cookie-sessions.js";
import { endSession, readSessions } from "./sessions.sql.js";
import type { Session } from "./sessions.types.js";

/** A new session: its token and its owner; none for a guest. */
interface Begun {
  readonly token: string;
  readonly id?: number;
}

/**
 * Starts a session and sets its cookie. Throws 401 for a cross-site request, which could sign a client into another
 * account.
 */
export async function openSession(
  ctx: Context,
  type: UserType,
  begin: (before: string | undefined) => Promise<Begun>,
): Promise<Session> {
  const exchange = ownExchange(ctx);
  const { token, id } = await begin(exchange.sessionToken);
  ctx.db.afterCommit(() => exchange.setSession(token));
  const { customer, administrator } = sessionLimits(ctx.config);
  return {
    user_type: type,
    user_id: id ?? null,
    idle_seconds: type === UserType.administrator ? administrator : customer,
  };
}

/** Returns the session of the call's cookie. Throws 404 if there is none or it has ended. */
export async function currentSession({ db, config, exchange }: Context): Promise<Session> {
  const token = exchange?.sessionToken;
  const [found] = token === undefined ? [] : await readSessions(db, [tokenHash(token)], sessionLimits(config));
  if (!found || found.is_expired || !found.is_active) throw notFound("There is no session.");
  const { user_type, user_id, idle_seconds } = found;
  return { user_type, user_id, idle_seconds };
}

/** Ends the session of the call's cookie. Returns false if there is none. Throws 401 for a cross-site request. */
export async function signOut(ctx: Context): Promise<boolean> {
  const exchange = ownExchange(ctx);
  const { sessionToken: token } = exchange;
  ctx.db.afterCommit(() => exchange.setSession(null));
  return token !== undefined && endSession(ctx.db, tokenHash(token));
}

function ownExchange({ exchange }: Context): HttpExchange {
  if (!exchange) throw inputError("Specified request cannot be processed.");
  if (exchange.isSameOrigin) return exchange;
  throw new WebapiError("NOT_AUTHORIZED", "A session cannot be changed from another site.");
}
