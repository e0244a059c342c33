import type { Context } from "../../api/call/context.js";
import { unauthorized } from "../../api/call/unauthorized.js";
import { admittedTypes, declarationOf, type EventType, matchingTypes } from "./event-types.js";

/**
 * Returns the types that match one of the patterns and that the caller may see. Throws 401 with the missing resources for
 * a pattern whose types the caller may not see at all; `*` leaves out types that the caller may not see.
 */
export function requireAdmittedTypes(ctx: Context, patterns: readonly string[]): EventType[] {
  for (const pattern of patterns) {
    if (pattern === "*" || admittedTypes(ctx.actor, [pattern]).length > 0) continue;
    const resources = new Set(matchingTypes([pattern]).map((type) => declarationOf(type).permission));
    throw unauthorized([...resources], ctx);
  }
  return admittedTypes(ctx.actor, patterns);
}
