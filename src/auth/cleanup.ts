import { Recurring } from "../process/recurring.js";
import type { Kernel } from "../call/kernel.js";
import { forgetAudit } from "./audit.rows.js";
import { forgetExchanges } from "./oauth/exchange.rows.js";
import { forgetNonces } from "./oauth/oauth.sql.js";
import { sessionLimits } from "./sessions/cookie-sessions.js";
import { forgetSessions } from "./sessions/sessions.sql.js";
import { forgetOldFailures } from "./sign-in-failures.sql.js";
import { forgetTokens } from "./tokens.sql.js";

/** Milliseconds between two cleanups. */
const pause = 600_000;

/** Deletes expired tokens, sessions, exchanges and the like. Several processes can run it at once. */
export function callersTidying({ db, config, log }: Pick<Kernel, "db" | "config" | "log">): Recurring {
  const tidy = async () => {
    await forgetNonces(db, config.PORTICO_OAUTH_MINUTES);
    await forgetExchanges(db);
    await forgetTokens(db);
    await forgetOldFailures(db);
    await forgetSessions(db, sessionLimits(config));
    await forgetAudit(db, config.PORTICO_AUDIT_DAYS);
  };
  return new Recurring(tidy, {
    pause,
    onError: (error) => log.warn({ err: error }, "what callers left behind could not be removed"),
  });
}
