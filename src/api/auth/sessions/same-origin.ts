import type { IncomingMessage } from "node:http";
import type { Config } from "../../../config.js";
import { originOf } from "../oauth/addresses.js";

type OriginSettings = Pick<Config, "PORTICO_BASE_URL" | "PORTICO_TRUST_PROXY" | "PORTICO_CORS_ORIGINS">;

/** Returns the origins of other sites whose pages may call. */
export const allowedOrigins = ({ PORTICO_CORS_ORIGINS: origins }: Pick<Config, "PORTICO_CORS_ORIGINS">): string[] =>
  origins === "" ? [] : origins.split(",").map((origin) => origin.trim());

/**
 * Whether a request comes from a page of this service or of an allowed origin. Browsers send `Sec-Fetch-Site` or `Origin`;
 * without either, a request needs `X-Requested-With`, which pages cannot add to cross-site requests.
 */
export function isSameOrigin({ headers, socket }: IncomingMessage, settings: OriginSettings): boolean {
  const { origin, "sec-fetch-site": site } = headers;
  if (origin !== undefined && allowedOrigins(settings).includes(origin)) return true;
  if (site !== undefined) return site === "same-origin";
  if (origin === undefined) return headers["x-requested-with"] !== undefined;
  const { PORTICO_BASE_URL: base, PORTICO_TRUST_PROXY: trusting } = settings;
  const own = originOf({ headers, socket }, trusting);
  return origin === own || (base !== undefined && origin === new URL(base).origin);
}

/** Whether a request only reads, which is harmless from another site. */
export const isRead = ({ method }: Pick<IncomingMessage, "method">): boolean => method === "GET" || method === "HEAD";
