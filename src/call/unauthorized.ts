import type { Context } from "./context.js";
import { notAuthorized, type WebapiError } from "./errors.js";

type Refused = Pick<Context, "actor" | "reason" | "log" | "config" | "exchange">;

/**
 * The 401 of a permission, which tells the caller that permission alone. What an operator needs to know, whether somebody
 * known lacks it or why nobody was recognised, goes to the log, and in development into a header as well.
 */
export function refusal(permission: readonly string[], { actor, reason, log, config, exchange }: Refused): WebapiError {
  const because =
    actor.id === null
      ? `the caller counts as a guest: ${reason === "accepted" ? "a guest's session" : (reason ?? "no such account now")}`
      : `the caller is known, and lacks ${permission.join(", ")}`;
  log.info({ reason, because, permission, userType: actor.type }, "not authorised");
  if (config.NODE_ENV === "development") exchange?.answer.setHeader("X-Refused-Because", because);
  return notAuthorized(permission);
}
