import { Recurring } from "../../platform/process/recurring.js";
import { warnOfFailure } from "../../platform/process/outage-log.js";
import type { Kernel } from "../call/kernel.js";
import { deleteOldAuditEvents } from "./audit.rows.js";
import { deleteOldExchanges } from "./oauth/exchange.rows.js";
import { deleteExpiredNonces } from "./oauth/oauth.sql.js";
import { sessionLimits } from "./sessions/cookie-sessions.js";
import { deleteExpiredSessions } from "./sessions/sessions.rows.js";
import { deleteOldSignInAddresses } from "./sign-in/sign-in-addresses.sql.js";
import { deleteOldSignInFailures } from "./sign-in/sign-in-failures.sql.js";
import { deleteExpiredTokens } from "./tokens/tokens.sql.js";

/** Milliseconds between two cleanups. */
const pause = 600_000;

/** Deletes expired tokens, sessions, exchanges and the like. Several processes can run it at once. */
export function callerCleanupOf({ db, config, log }: Pick<Kernel, "db" | "config" | "log">): Recurring {
  const cleanUp = async () => {
    await deleteExpiredNonces(db, config.PORTICO_OAUTH_MINUTES);
    await deleteOldExchanges(db);
    await deleteExpiredTokens(db);
    await deleteOldSignInFailures(db);
    await deleteOldSignInAddresses(db);
    await deleteExpiredSessions(db, sessionLimits(config));
    await deleteOldAuditEvents(db, config.PORTICO_AUDIT_DAYS);
  };
  return new Recurring(cleanUp, {
    pause,
    onError: (error) => warnOfFailure(log, error, "failed to remove expired tokens and sessions, will retry"),
  });
}
