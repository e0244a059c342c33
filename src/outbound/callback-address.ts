import { lookup } from "node:dns";
import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP, type LookupFunction } from "node:net";
import type { Config } from "../config.js";
import { inputError } from "../call/errors.js";

type CallbackSettings = Pick<Config, "PORTICO_CALLBACK_HOSTS" | "PORTICO_CALLBACK_PRIVATE">;

/** Networks that are not the internet's: this machine, private, link-local, shared, for documentation, multicast. */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  notPublic.addSubnet(network, prefix, "ipv4");
}
// Besides their own kinds, those that carry an IPv4 address within: NAT64, Teredo and 6to4.
for (const [network, prefix] of [
  ["::", 96],
  ["64:ff9b::", 32],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 9],
  ["ff00::", 8],
] as const) {
  notPublic.addSubnet(network, prefix, "ipv6");
}

/** Whether an IP address is one of the internet's. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && !address.includes("%") && !notPublic.check(address, version === 6 ? "ipv6" : "ipv4");
}

/**
 * The address that the header `Callback-Url`, or `callback_url`, asks the summary to be posted to; undefined where there is
 * no such header. Throws 400 for an address that the settings do not admit.
 */
export function callbackUrlOf(headers: IncomingHttpHeaders, settings: CallbackSettings): string | undefined {
  const given = headers["callback-url"] ?? headers["callback_url"];
  if (given === undefined) return undefined;
  return admittedUrl(String(given), settings).href;
}

const longestUrl = 2000;

/** Reads an address and holds it against the settings. Throws 400. What its name leads to is known only when it is called. */
export function admittedUrl(text: string, settings: CallbackSettings): URL {
  const url = URL.canParse(text) && text.length <= longestUrl ? new URL(text) : undefined;
  const schemes = settings.PORTICO_CALLBACK_PRIVATE ? ["https:", "http:"] : ["https:"];
  if (!url || !schemes.includes(url.protocol) || url.username !== "" || url.password !== "") {
    throw inputError("The callback URL must be an absolute %schemes URL without user name and password.", {
      schemes: schemes.map((scheme) => scheme.slice(0, -1)).join(" or "),
    });
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isRefused = isIP(host) !== 0 && !settings.PORTICO_CALLBACK_PRIVATE && !isPublicAddress(host);
  if (isRefused || !isListed(host, settings.PORTICO_CALLBACK_HOSTS)) {
    throw inputError("Callbacks to %host are not allowed.", { host });
  }
  return url;
}

/** `*.example.com` stands for every host below it, and not for `example.com`. */
function isListed(host: string, list: string): boolean {
  return list.split(",").some((entry) => {
    const pattern = entry.trim().toLowerCase();
    return pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : pattern !== "" && pattern === host;
  });
}

/**
 * Looks a host up and refuses it where one of its addresses is not public. It is the connection itself that asks, so that a
 * name cannot lead elsewhere after it was checked.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const wrong = addresses?.find(({ address }) => !isPublicAddress(address));
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address.`), "", 0);
    if (wrong)
      return callback(new Error(`${hostname} leads to ${wrong.address}, which is not a public address.`), "", 0);
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};
