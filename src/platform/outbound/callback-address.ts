import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import type { Config } from "../../config.js";

export type CallbackSettings = Pick<
  Config,
  "PORTICO_CALLBACK_HOSTS" | "PORTICO_CALLBACK_PORTS" | "PORTICO_CALLBACK_PRIVATE"
>;

/** Networks that are not public: loopback, private, link-local, shared, documentation, multicast. */
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
// IPv6 networks, including those that embed an IPv4 address: NAT64, Teredo and 6to4.
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

/** Whether an IP address is public. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && !address.includes("%") && !notPublic.check(address, version === 6 ? "ipv6" : "ipv4");
}

const maxUrlLength = 2000;

/** Why an address may not be called: a template with its parameters. */
export interface RefusedAddress {
  readonly template: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Parses an address and checks it against the settings. The IP address of its host is only checked when the address is
 * called.
 */
export function checkAddress(text: string, settings: CallbackSettings): URL | RefusedAddress {
  const url = URL.canParse(text) && text.length <= maxUrlLength ? new URL(text) : undefined;
  const schemes = settings.PORTICO_CALLBACK_PRIVATE ? ["https:", "http:"] : ["https:"];
  if (!url || !schemes.includes(url.protocol) || url.username !== "" || url.password !== "") {
    return {
      template: "The callback URL must be an absolute %schemes URL without user name and password.",
      parameters: { schemes: schemes.map((scheme) => scheme.slice(0, -1)).join(" or ") },
    };
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isRefused = isIP(host) !== 0 && !settings.PORTICO_CALLBACK_PRIVATE && !isPublicAddress(host);
  if (isRefused || !isListed(host, settings.PORTICO_CALLBACK_HOSTS)) {
    return { template: "Callbacks to %host are not allowed.", parameters: { host } };
  }
  const { port } = url;
  if (
    port !== "" &&
    !settings.PORTICO_CALLBACK_PRIVATE &&
    !settings.PORTICO_CALLBACK_PORTS.split(",").some((entry) => entry.trim() === port)
  ) {
    return { template: "Callbacks to port %port are not allowed.", parameters: { port } };
  }
  return url;
}

/** Whether a list contains a host. `*.example.com` matches every subdomain, but not `example.com`. */
function isListed(host: string, list: string): boolean {
  return list.split(",").some((entry) => {
    const pattern = entry.trim().toLowerCase();
    return pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : pattern !== "" && pattern === host;
  });
}

/**
 * Resolves a host and fails if one of its addresses is not public. The connection itself calls this, so the name
 * cannot resolve to another address after the check.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "", 0);
    const [first] = addresses;
    if (!first) return callback(new Error(`${hostname} has no address.`), "", 0);
    const wrong = addresses.find(({ address }) => !isPublicAddress(address));
    if (wrong)
      return callback(new Error(`${hostname} resolves to ${wrong.address}, which is not a public address.`), "", 0);
    if (options.all) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};
