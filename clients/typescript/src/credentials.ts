import { createHmac } from "node:crypto";
import OAuth from "oauth-1.0a";
import { PorticoError } from "./errors.js";

/** Credentials of the caller. */
export interface Credentials {
  /** Returns the header `Authorization` of a request. Called for each attempt. */
  authorize(request: { readonly method: string; readonly url: string }): string | Promise<string>;
  /** Discards a token that the server no longer accepts. Returns whether a new one can be fetched. */
  renew?(): boolean;
}

/** A token of an administrator or a customer, or of an integration if bearer tokens are enabled. */
export const bearer = (token: string): Credentials => ({ authorize: () => `Bearer ${token}` });

/** The four keys of an integration. */
export interface OAuthKeys {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly accessToken: string;
  readonly accessTokenSecret: string;
}

/** Signs each request with OAuth 1.0a (HMAC-SHA256). */
export function oauth({ consumerKey, consumerSecret, accessToken, accessTokenSecret }: OAuthKeys): Credentials {
  const signer = new OAuth({
    consumer: { key: consumerKey, secret: consumerSecret },
    signature_method: "HMAC-SHA256",
    hash_function: (text, key) => createHmac("sha256", key).update(text).digest("base64"),
  });
  const token = { key: accessToken, secret: accessTokenSecret };
  return {
    authorize: ({ method, url }) =>
      signer.toHeader(signer.authorize({ method, ...withoutQuery(url) }, token)).Authorization,
  };
}

/** The signer would encode names of a query such as `searchCriteria%5BpageSize%5D` once more, so it gets them decoded. */
function withoutQuery(text: string) {
  const { origin, pathname, searchParams } = new URL(text);
  const names = new Set(searchParams.keys());
  const data = Object.fromEntries(
    Array.from(names, (name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
  return { url: origin + pathname, data };
}

/** Address and account for signing in. */
export interface SignIn {
  /** Address of the service, as for `createPortico`. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /**
   * Minimum age in seconds for a token to be renewed after 401, 60 by default. A missing permission is answered with
   * 401 too.
   */
  readonly renewAfter?: number;
}

/**
 * Signs in as an administrator with the first request, and again when the token has expired. Requests reject with a
 * `PorticoError` if the sign-in is rejected.
 */
export function signIn({ url, username, password, renewAfter = 60 }: SignIn): Credentials {
  let token: Promise<string> | undefined;
  let since = 0;
  return {
    authorize: async () => {
      if (!token) since = performance.now();
      token ??= newToken(url, { username, password });
      try {
        return `Bearer ${await token}`;
      } catch (error) {
        token = undefined;
        throw error;
      }
    },
    renew: () => {
      if (performance.now() - since < renewAfter * 1000) return false;
      token = undefined;
      return true;
    },
  };
}

async function newToken(url: string, account: Pick<SignIn, "username" | "password">): Promise<string> {
  const response = await fetch(`${url.replace(/\/$/, "")}/rest/V1/integration/admin/token`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(account),
  });
  const body: unknown = await response.json();
  if (!response.ok || typeof body !== "string") throw new PorticoError(response.status, body);
  return body;
}
