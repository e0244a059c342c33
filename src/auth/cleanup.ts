import { Recurring } from "../process/recurring.js";
import { warnOfFailure } from "../process/outage-log.js";
import type { Kernel } from "../call/kernel.js";
import { forgetAudit } from "./audit.rows.js";
import { forgetExchanges } from "./oauth/exchange.rows.js";
import { forgetNonces } from "./oauth/oauth.sql.js";
import { sessionLimits } from "./sessions/cookie-sessions.js";
import { forgetSessions } from "./sessions/sessions.sql.js";
import { forgetOldAddresses } from "./sign-in-addresses.sql.js";
import { forgetOldFailures } from "./sign-in-failures.sql.js";
import { forgetTokens } from "./tokens.sql.js";

/** Milliseconds between two cleanups. */
const pause = 600_000;

/** Deletes expired tokens, sessions, exchanges and the like. Several processes can run it at once. */
export function callerCleanupOf({ db, config, log }: Pick<Kernel, "db" | "config" | "log">): Recurring {
  const tidy = async () => {
    await forgetNonces(db, config.PORTICO_OAUTH_MINUTES);
    await forgetExchanges(db);
    await forgetTokens(db);
    await forgetOldFailures(db);
    await forgetOldAddresses(db);
    await forgetSessions(db, sessionLimits(config));
    await forgetAudit(db, config.PORTICO_AUDIT_DAYS);
  };
  return new Recurring(tidy, {
    pause,
    onError: (error) => warnOfFailure(log, error, "failed to remove expired tokens and sessions, will retry"),
  });
}
