import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Config } from "../../config.js";

/**
 * Returns the IP address of a request: of the connection or, behind a trusted proxy, the last one of `X-Forwarded-For`,
 * which that proxy added. Clients can forge the addresses before it.
 */
export function clientAddress(
  request: IncomingMessage,
  { PORTICO_TRUST_PROXY: trusting }: Pick<Config, "PORTICO_TRUST_PROXY">,
): string | undefined {
  const forwarded = trusting ? request.headers["x-forwarded-for"] : undefined;
  const last = forwarded === undefined ? "" : (String(forwarded).split(",").at(-1) ?? "").trim();
  return isIP(last) > 0 ? last : request.socket.remoteAddress;
}
