import type { Context } from "../../call/context.js";
import type { HttpExchange } from "../../http/http-exchange.js";
import { inputError, notFound, WebapiError } from "../../call/errors.js";
import { UserType } from "../actor.js";
import { tokenHash } from "../tokens.js";
import { sessionLimits } from "./cookie-sessions.js";
import { endSession, readSessions } from "./sessions.rows.js";
import type { Session } from "./sessions.types.js";

/** A session that has begun: its token, and whose it is; nobody's for a guest. */
interface Begun {
  readonly token: string;
  readonly id?: number;
}

/**
 * Begins a session and sends its cookie. 401 for a request from another site, which could put a client into the account of
 * somebody else.
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

/** The session of the call's cookie; 404 where there is none, or none any more. */
export async function currentSession({ db, config, exchange }: Context): Promise<Session> {
  const token = exchange?.sessionToken;
  const [found] = token === undefined ? [] : await readSessions(db, [tokenHash(token)], sessionLimits(config));
  if (!found || found.is_expired || !found.is_active) throw notFound("There is no session.");
  const { user_type, user_id, idle_seconds } = found;
  return { user_type, user_id, idle_seconds };
}

/** Ends the session of the call's cookie; false where there is none. 401 for a request from another site. */
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
