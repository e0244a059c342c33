import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Config } from "../config.js";
import { publicLookup } from "./callback-address.js";

/** A body to be posted to somebody else's address, which `admittedUrl` has let through. */
export interface OutsidePost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Longest that the answer may take, in milliseconds. */
  readonly patience: number;
  readonly settings: Pick<Config, "PORTICO_CALLBACK_PRIVATE">;
  /** Breaks it off. */
  readonly signal?: AbortSignal;
}

/**
 * Posts, and gives the status of the answer, whose body is not read; redirects are not followed. Rejects where there is no
 * answer in time, and where the name leads to an address that the settings do not admit.
 */
export function postOutside(url: URL, { headers, body, patience, settings, signal }: OutsidePost): Promise<number> {
  const timeout = AbortSignal.timeout(patience);
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const sent = send(url, {
      method: "POST",
      headers: { "Content-Length": Buffer.byteLength(body), "User-Agent": "Portico", ...headers },
      agent: false,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(settings.PORTICO_CALLBACK_PRIVATE ? {} : { lookup: publicLookup }),
    });
    sent.on("response", (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", (error) => reject(timeout.aborted ? new Error(`No answer within ${patience} ms.`) : error));
    sent.end(body);
  });
}
