import type { IncomingMessage } from "node:http";
import type { Config } from "../../config.js";

type AddressSettings = Pick<Config, "PORTICO_BASE_URL" | "PORTICO_TRUST_PROXY">;

/**
 * The addresses, without the query, by which the client may have called (RFC 5849, 3.4.1.2): the one that the request says,
 * and the public one where it is set, since a proxy may stand in between. A signature that fits any of them was made for us.
 */
export function addressesOf(request: IncomingMessage, path: string, settings: AddressSettings): readonly string[] {
  const { PORTICO_BASE_URL: base, PORTICO_TRUST_PROXY: trusting } = settings;
  const addresses = [`${originOf(request, trusting)}${path}`];
  if (base !== undefined) {
    const { protocol, host, pathname } = new URL(base);
    const behind = `${protocol}//${host}${pathname.replace(/\/$/, "")}${path}`;
    if (!addresses.includes(behind)) addresses.push(behind);
  }
  return addresses;
}

/** What the client asked for, before anything was taken off the front of it. */
export function targetOf(request: IncomingMessage): { readonly path: string; readonly query: string } {
  const url = "originalUrl" in request ? String(request.originalUrl) : (request.url ?? "");
  // A proxy may be sent the whole address.
  const target = url.replace(/^https?:\/\/[^/?]*/i, "");
  const at = target.indexOf("?");
  return at < 0 ? { path: target, query: "" } : { path: target.slice(0, at), query: target.slice(at + 1) };
}

/** Scheme, host and port that a client called, as a browser names an origin; a proxy says so where it is trusted. */
export function originOf(request: Pick<IncomingMessage, "headers" | "socket">, trusting: boolean): string {
  const forwarded = (name: string) => (trusting ? first(request.headers[`x-forwarded-${name}`]) : undefined);
  const scheme = (forwarded("proto") ?? ("encrypted" in request.socket ? "https" : "http")).toLowerCase();
  const host = (forwarded("host") ?? request.headers.host ?? "").toLowerCase();
  const [, name = host, port = ""] = /^(.*?)(?::(\d*))?$/.exec(host) ?? [];
  const used = forwarded("port") ?? port;
  return `${scheme}://${name}${used === "" || used === usualPorts[scheme] ? "" : `:${used}`}`;
}

const usualPorts: Readonly<Record<string, string>> = { http: "80", https: "443" };

/** Of several proxies, what the one that the client spoke to has added. */
function first(header: string | string[] | undefined): string | undefined {
  const [value = ""] = String(header ?? "").split(",");
  return value.trim() === "" ? undefined : value.trim();
}
