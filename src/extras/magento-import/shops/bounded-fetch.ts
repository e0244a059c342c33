import { ShopError } from "./shop.js";

/** A request to a shop. Headers depend on the address, because signatures do. */
export interface ShopRequest {
  readonly url: string;
  /** JSON; absent for GET. */
  readonly body?: string;
  readonly headersFor: (url: string) => Readonly<Record<string, string>>;
}

/** A response with its whole body. */
export interface ShopResponse {
  readonly response: Response;
  readonly body: Buffer;
}

/** Limits of a request: bytes of the body, and milliseconds until its last byte. */
export interface RequestLimits {
  readonly maxBytes: number;
  readonly timeout: number;
}

const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Redirects that keep the method and the body. */
const keepsMethod: ReadonlySet<number> = new Set([307, 308]);

/**
 * Sends a request and reads its response within the limits. Follows redirects on the same host, but not from https to http,
 * because they get the credentials. Throws `ShopError` for any other redirect and for a longer body.
 */
export async function boundedFetch(request: ShopRequest, { maxBytes, timeout }: RequestLimits): Promise<ShopResponse> {
  const signal = AbortSignal.timeout(timeout);
  let url = new URL(request.url);
  for (let count = 0; ; count += 1) {
    const response = await fetch(url, {
      method: request.body === undefined ? "GET" : "POST",
      headers: request.headersFor(url.href),
      redirect: "manual",
      signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const location = response.headers.get("Location");
    if (!redirects.has(response.status) || location === null) {
      return { response, body: await readWithin(response, maxBytes) };
    }
    await response.body?.cancel();
    url = redirectedUrl(url, location, response.status);
    const isLost = request.body !== undefined && !keepsMethod.has(response.status);
    if (isLost || count === maxRedirects) throw new ShopError(response.status, `${request.url} redirects too often.`);
  }
}

/** Returns the address that a redirect may lead to. Throws `ShopError` for another host, another port and unencrypted HTTP. */
function redirectedUrl(from: URL, location: string, status: number): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
  const isUpgrade = from.protocol === "http:" && to?.protocol === "https:";
  const isSame = to?.hostname === from.hostname && (isUpgrade || to.origin === from.origin);
  if (to && isSame && to.username === "" && to.password === "") return to;
  throw new ShopError(
    status,
    `${from.origin} redirects to ${to?.origin ?? location}. Only redirects on the same host that keep https are followed; give the final address of the shop.`,
  );
}

async function readWithin(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
    length += bytes.length;
    if (length > maxBytes) {
      throw new ShopError(response.status, `${new URL(response.url).pathname} answered more than ${maxBytes} bytes.`);
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
