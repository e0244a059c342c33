import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { percentEncode, readForm } from "../../../api/auth/oauth/base-string.js";
import { signatureOf } from "../../../api/auth/oauth/signature.js";
import { render } from "../../../api/call/errors.js";
import { hasLongNumber, quoteLongNumbers } from "../../../api/http/body/long-numbers.js";
import { boundedFetch } from "./bounded-fetch.js";
import { FairQueue } from "../../../platform/process/fair-queue.js";
import { type Shop, ShopError } from "./shop.js";

/** The four OAuth credentials of an integration in Magento. */
export interface OauthKeys {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly token: string;
  readonly tokenSecret: string;
}

/** A shop on another host. */
export interface RemoteOptions {
  /** Address without `/rest`. */
  readonly url: string;
  /** Access token, or the keys that sign each request. */
  readonly access: string | OauthKeys;
  /** Maximum number of concurrent requests. */
  readonly parallel: number;
  /** Maximum number of bytes of an answer; 64 MiB by default. */
  readonly maxBytes?: number;
  /** Milliseconds until the last byte of an answer; two minutes by default. */
  readonly timeout?: number;
  /** Called with the reason before a request is retried. */
  readonly onRetry?: (reason: string) => void;
}

/** Maximum attempts for a request, and pauses between them in milliseconds. */
const maxAttempts = 8;
/** An image may be missing permanently, so retries must not take minutes. */
const maxFileAttempts = 3;
const firstPause = 500;
const maxPause = 60_000;
const defaultTimeout = 120_000;
const defaultMaxBytes = 64 << 20;

const temporaryStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/**
 * Reads a shop over HTTP. At most `parallel` requests run at the same time. A request that fails temporarily is
 * retried; `Retry-After` delays all other requests too.
 */
export class RemoteShop implements Shop {
  private readonly slots: FairQueue;
  private resumeAt = 0;

  constructor(private readonly options: RemoteOptions) {
    this.slots = new FairQueue({ places: options.parallel });
  }

  async get(path: string, store = "all"): Promise<unknown> {
    return parseBody(await this.fetch({ url: `${this.options.url}/rest/${store}/V1${path}`, isSigned: true }));
  }

  async ask(path: string, body: object): Promise<unknown> {
    const url = `${this.options.url}/rest/all/V1${path}`;
    return parseBody(await this.fetch({ url, isSigned: true, body: JSON.stringify(body) }));
  }

  /** Returns the bytes of a file, without the access token. */
  file(url: string): Promise<Buffer> {
    return this.fetch({ url, isSigned: false });
  }

  private async fetch(request: Request): Promise<Buffer> {
    for (let attempt = 1; ; attempt += 1) {
      const failure = await this.slots.run("request", () => this.attempt(request));
      if (Buffer.isBuffer(failure)) return failure;
      if (attempt === (request.isSigned ? maxAttempts : maxFileAttempts) || !failure.isTemporary) throw failure.error;
      const pause = failure.pause ?? Math.min(firstPause * 2 ** (attempt - 1), maxPause);
      if (failure.pause !== undefined) this.resumeAt = Math.max(this.resumeAt, Date.now() + pause);
      this.options.onRetry?.(`Retrying in ${Math.ceil(pause / 1000)} s: ${failure.error.message}`);
      await sleep(pause);
    }
  }

  private async attempt({ url, isSigned, body: sent }: Request): Promise<Buffer | Failure> {
    const wait = this.resumeAt - Date.now();
    if (wait > 0) await sleep(wait);
    const method = sent === undefined ? "GET" : "POST";
    const headersFor = (to: string) => ({
      Accept: "application/json, */*;q=0.5",
      ...(sent === undefined ? {} : { "Content-Type": "application/json" }),
      ...(isSigned ? this.authorization(to, method) : {}),
    });
    const { maxBytes = defaultMaxBytes, timeout = defaultTimeout } = this.options;
    try {
      const request = { url, headersFor, ...(sent === undefined ? {} : { body: sent }) };
      const { response, body } = await boundedFetch(request, { maxBytes, timeout });
      return response.ok ? body : failureOf(response, body);
    } catch (error) {
      if (error instanceof ShopError) return { error, isTemporary: false };
      return { error: new ShopError(0, `${new URL(url).host} did not respond: ${reasonOf(error)}`), isTemporary: true };
    }
  }

  private authorization(url: string, method: string): Readonly<Record<string, string>> {
    const { access } = this.options;
    return { Authorization: typeof access === "string" ? `Bearer ${access}` : oauthHeader({ url, method }, access) };
  }
}

interface Request {
  readonly url: string;
  /** Whether it is sent with credentials. */
  readonly isSigned: boolean;
  /** JSON; absent for GET. */
  readonly body?: string;
}

function parseBody(body: Buffer): unknown {
  const text = body.toString("utf8");
  return JSON.parse(hasLongNumber(text) ? quoteLongNumbers(text) : text) as unknown;
}

interface Failure {
  readonly error: ShopError;
  readonly isTemporary: boolean;
  /** Milliseconds that the shop asks to wait. */
  readonly pause?: number | undefined;
}

function failureOf(response: Response, body: Buffer): Failure {
  const { status, headers } = response;
  const message = `${new URL(response.url).pathname} answered ${status}: ${messageOf(body.toString("utf8"))}`;
  return { error: new ShopError(status, message), isTemporary: temporaryStatuses.has(status), pause: pauseOf(headers) };
}

/** Reads `Retry-After`: seconds or a date. */
function pauseOf(headers: Headers): number | undefined {
  const given = headers.get("Retry-After");
  if (given === null) return undefined;
  const pause = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now();
  return Number.isFinite(pause) ? Math.min(Math.max(pause, 0), 10 * maxPause) : undefined;
}

/** Returns the rendered message of an error in Magento's shape, or the beginning of any other text. */
function messageOf(text: string): string {
  try {
    const { message, parameters } = JSON.parse(text) as { message: string; parameters?: Record<string, string> };
    return render(message, parameters);
  } catch {
    return text.slice(0, 200);
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error);

/** Returns an OAuth 1.0a header with an HMAC-SHA256 signature, which Magento 2.4 accepts. */
function oauthHeader({ url, method }: { readonly url: string; readonly method: string }, keys: OauthKeys): string {
  const [address = "", query = ""] = url.split("?", 2);
  const given: Readonly<Record<string, string>> = {
    oauth_consumer_key: keys.consumerKey,
    oauth_token: keys.token,
    oauth_signature_method: "HMAC-SHA256",
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_nonce: randomUUID().replaceAll("-", ""),
    oauth_version: "1.0",
  };
  const parameters = [...Object.entries(given), ...readForm(query)];
  const secrets = { consumerSecret: keys.consumerSecret, tokenSecret: keys.tokenSecret };
  const signature = signatureOf({ method, address, parameters }, "HMAC-SHA256", secrets).toString("base64");
  return `OAuth ${Object.entries({ ...given, oauth_signature: signature })
    .map(([name, value]) => `${percentEncode(name)}="${percentEncode(value)}"`)
    .join(", ")}`;
}
