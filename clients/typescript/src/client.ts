import { randomUUID } from "node:crypto";
import createClient, { type Client } from "openapi-fetch";
import type { Credentials } from "./credentials.js";
import { PorticoError } from "./errors.js";
import { type RetryOptions, type Send, withRetries } from "./retries.js";
import type { paths } from "./schema.js";

export interface PorticoOptions {
  /** Address of the service: `https://shop.example.com`. */
  readonly url: string;
  /** `all` (the default), or the code of a store view. */
  readonly store?: string;
  /** Credentials of the caller; a guest by default. */
  readonly credentials?: Credentials;
  readonly retries?: RetryOptions;
  /**
   * Gives each write an `Idempotency-Key`, so that a repeated write takes effect once; true by default. Without keys,
   * writes are repeated only after 429.
   */
  readonly idempotencyKeys?: boolean;
}

/** A connection to a service. */
export interface Portico {
  /** Calls every route with typed arguments and responses: `shop.api.GET("/V1/products/{sku}", …)`. */
  readonly api: Client<paths>;
  /** Address of the routes, including the store: `https://shop.example.com/rest/all`. */
  readonly address: string;
  /** Sends a request as `api` does: with credentials, retries and an `Idempotency-Key`. */
  readonly send: Send;
  /** Sends a request once, with credentials. For bodies that can be read only once. */
  readonly sendOnce: Send;
}

/** Connects to a service. Nothing is sent before the first call. */
export function createPortico({ url, store = "all", credentials, retries, idempotencyKeys }: PorticoOptions): Portico {
  const address = `${url.replace(/\/$/, "")}/rest/${encodeURIComponent(store)}`;
  const sendOnce = credentials ? authorized(credentials) : (request: Request) => fetch(request);
  const repeated = withRetries(sendOnce, retries);
  const send: Send = (request) => {
    const isWrite = !/^(?:GET|HEAD)$/.test(request.method);
    if (isWrite && idempotencyKeys !== false && !request.headers.has("Idempotency-Key"))
      request.headers.set("Idempotency-Key", randomUUID());
    return repeated(request);
  };
  return { api: createClient<paths>({ baseUrl: address, fetch: send }), address, send, sendOnce };
}

/** Sends requests with the credentials, and once more with new ones if a token has expired. */
function authorized(credentials: Credentials): Send {
  const signed = async (request: Request) => {
    request.headers.set("Authorization", await credentials.authorize(request));
    return fetch(request);
  };
  if (!credentials.renew) return signed;
  return async (request) => {
    const response = await signed(request.clone());
    if (response.status !== 401 || !credentials.renew?.()) return response;
    await response.body?.cancel();
    return signed(request);
  };
}

/** A request of the helpers. The caller chooses the type of the response. */
export interface Call {
  readonly method?: string;
  /** Path below `/rest/<store>`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request and returns the parsed response. Throws a `PorticoError` unless the status is a success. */
export async function call<Answer>(shop: Portico, { method = "GET", path, query, ...rest }: Call): Promise<Answer> {
  const { body, headers = {}, signal } = rest;
  // OAuth signs a space as %20.
  const search = query === undefined ? "" : `?${new URLSearchParams(query).toString().replaceAll("+", "%20")}`;
  const request = new Request(shop.address + path + search, {
    method,
    headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const response = await shop.send(request);
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new PorticoError(response.status, answer);
  return answer as Answer;
}
