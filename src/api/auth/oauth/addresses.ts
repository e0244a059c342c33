import type { IncomingMessage } from "node:http";
import type { Config } from "../../../config.js";

type AddressSettings = Pick<Config, "PORTICO_BASE_URL" | "PORTICO_TRUST_PROXY">;

/**
 * Returns the URLs, without query, that the client may have called (RFC 5849, 3.4.1.2): the URL of the request, and the
 * configured public URL, because a proxy can be in between. A signature that matches any of them is valid.
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

/** The original URL, before routers removed prefixes. */
export function targetOf(request: IncomingMessage): { readonly path: string; readonly query: string } {
  const url = "originalUrl" in request ? String(request.originalUrl) : (request.url ?? "");
  // Some clients of proxies send the absolute URL.
  const target = url.replace(/^https?:\/\/[^/?]*/i, "");
  const at = target.indexOf("?");
  return at < 0 ? { path: target, query: "" } : { path: target.slice(0, at), query: target.slice(at + 1) };
}

/**
 * Returns the origin that a client called: scheme, host and port; from the forwarded headers if the proxy is trusted.
 */
export function originOf(request: Pick<IncomingMessage, "headers" | "socket">, trusting: boolean): string {
  const forwardedHeader = (name: string) => (trusting ? firstValue(request.headers[`x-forwarded-${name}`]) : undefined);
  const scheme = (forwardedHeader("proto") ?? ("encrypted" in request.socket ? "https" : "http")).toLowerCase();
  const host = (forwardedHeader("host") ?? request.headers.host ?? "").toLowerCase();
  const [, name = host, port = ""] = /^(.*?)(?::(\d*))?$/.exec(host) ?? [];
  const used = forwardedHeader("port") ?? port;
  return `${scheme}://${name}${used === "" || used === usualPorts[scheme] ? "" : `:${used}`}`;
}

const usualPorts: Readonly<Record<string, string>> = { http: "80", https: "443" };

/** With several proxies, the value that the one nearest to the client added. */
function firstValue(header: string | string[] | undefined): string | undefined {
  const [value = ""] = String(header ?? "").split(",");
  return value.trim() === "" ? undefined : value.trim();
}
