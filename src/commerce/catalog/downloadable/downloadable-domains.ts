import { isIP } from "node:net";
import type { Config } from "../../../config.js";

type Domains = Pick<Config, "PORTICO_DOWNLOADABLE_DOMAINS">;

/** Whether a text is a web URL. */
export function isAddress(given: string | null | undefined): given is string {
  return given != null && /^https?:\/\/\S+$/i.test(given) && URL.canParse(given);
}

/**
 * Whether the host of a URL is allowed for downloads. If hosts are listed, URLs with an IP address are never allowed,
 * as in Magento.
 */
export function isOnAllowedHost(address: string, { PORTICO_DOWNLOADABLE_DOMAINS: list }: Domains): boolean {
  const hosts = list
    .split(",")
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== "");
  if (hosts.includes("*")) return true;
  const host = new URL(address).hostname.toLowerCase().replace(/\.$/, "");
  if (isIP(host.replace(/^\[|\]$/g, "")) !== 0) return false;
  return hosts.some((allowed) => (allowed.startsWith("*.") ? host.endsWith(allowed.slice(1)) : host === allowed));
}
