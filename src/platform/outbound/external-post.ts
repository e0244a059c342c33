import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Config } from "../../config.js";
import { publicLookup } from "./callback-address.js";

/** A body to post to an external address that `checkAddress` has checked. */
export interface ExternalPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Timeout for the response in milliseconds. */
  readonly timeout: number;
  readonly settings: Pick<Config, "PORTICO_CALLBACK_PRIVATE">;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/**
 * Posts the body and returns the status of the response. Ignores the response body and does not follow redirects. Rejects
 * on a timeout, and if the host resolves to an address that the settings do not allow.
 */
export function postExternal(url: URL, { headers, body, timeout, settings, signal }: ExternalPost): Promise<number> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const sent = send(url, {
      method: "POST",
      headers: { "Content-Length": Buffer.byteLength(body), "User-Agent": "Portico", ...headers },
      agent: false,
      ...(signal ? { signal } : {}),
      ...(settings.PORTICO_CALLBACK_PRIVATE ? {} : { lookup: publicLookup }),
    });
    const deadline = setTimeout(() => sent.destroy(new Error(`No response within ${timeout} ms.`)), timeout);
    sent.on("close", () => clearTimeout(deadline));
    sent.on("response", (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
