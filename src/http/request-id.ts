import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The caller's own request id where it is a plain one, so that its logs and ours can be joined; else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}
