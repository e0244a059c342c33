import type { Config } from "../../config.js";
import type { Context } from "./context.js";
import { notAuthorized, type WebapiError } from "./errors.js";
import { sendNotice } from "./notices.js";

type RejectedCall = Pick<Context, "actor" | "reason" | "log" | "exchange">;

/**
 * Returns the 401 of a permission, which names only the permission. Logs for the operator whether a known caller lacks
 * it or why the caller was not recognized; in development, a header has the same reason. A notice reports an expired
 * token to the caller. GraphQL clients also learn the setting that would admit them.
 */
export function unauthorized(
  permission: readonly string[],
  { actor, reason, log, exchange }: RejectedCall,
  setting?: keyof Config,
): WebapiError {
  const because =
    actor.id === null
      ? `the caller is treated as a guest: ${reason === "accepted" ? "a guest's session" : (reason ?? "no active account")}`
      : `the caller lacks ${permission.join(", ")}`;
  log.info({ reason, because, permission, userType: actor.type }, "not authorized");
  exchange?.explainRejection(because);
  if (exchange && reason === "expired") sendNotice(exchange.response, "the token has expired");
  return notAuthorized(permission, setting);
}
