import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Config } from "../../config.js";

/**
 * The IP address that a request came from: the connection's, or, where a proxy is trusted, the last of `X-Forwarded-For`,
 * which that proxy has added. Those before it are the client's to invent.
 */
export function clientAddress(
  request: IncomingMessage,
  { PORTICO_TRUST_PROXY: trusting }: Pick<Config, "PORTICO_TRUST_PROXY">,
): string | undefined {
  const forwarded = trusting ? request.headers["x-forwarded-for"] : undefined;
  const last = forwarded === undefined ? "" : (String(forwarded).split(",").at(-1) ?? "").trim();
  return isIP(last) > 0 ? last : request.socket.remoteAddress;
}
