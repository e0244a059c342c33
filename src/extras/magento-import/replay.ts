import { type Difference, findDifferences, pathPattern } from "./compare.js";

/** A recorded request with its answer. */
export interface RecordedRequest {
  readonly method: string;
  /** Path from `/rest` on, with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or the text of the body. */
  readonly body?: unknown;
  readonly status?: number;
  /** JSON, or the text of the answer; if it is absent, only the status is compared. */
  readonly answer?: unknown;
}

/** A request that was sent again. */
export interface ReplayedRequest {
  /** Method and path. */
  readonly request: string;
  /** Whether it was sent; requests that change data can be left out. */
  readonly isSent: boolean;
  readonly differences: readonly Difference[];
}

export interface ReplayOptions {
  readonly url: string;
  /** Replaces the recorded token. */
  readonly token: string | undefined;
  /** Paths of fields that are not compared. */
  readonly ignored: readonly string[];
  readonly withWrites: boolean;
}

/** Headers of the recorded connection, or of a body that is serialized again. */
const droppedHeaders: ReadonlySet<string> = new Set([
  ...["host", "connection", "content-length", "transfer-encoding", "accept-encoding", "keep-alive", "expect"],
]);

/** Magento reads some data with POST, for example prices. */
const isRead = ({ method, path }: RecordedRequest): boolean =>
  method === "GET" ||
  (method === "POST" &&
    /\/(?:[a-z-]+-information|isEmailAvailable|estimate-shipping-methods[a-z-]*)(?:\?|$)/.test(path) &&
    !/payment-information|shipping-information/.test(path));

/** Sends recorded requests again and compares the answers. */
export class Replay {
  private readonly ignored: readonly RegExp[];

  constructor(private readonly options: ReplayOptions) {
    this.ignored = options.ignored.map(pathPattern);
  }

  /** Sends one request. Throws if the server does not answer. */
  async send(recorded: RecordedRequest): Promise<ReplayedRequest> {
    const request = `${recorded.method} ${recorded.path}`;
    if (!this.options.withWrites && !isRead(recorded)) return { request, isSent: false, differences: [] };
    const response = await fetch(`${this.options.url}${recorded.path}`, {
      method: recorded.method,
      headers: this.headersOf(recorded),
      redirect: "manual",
      ...(recorded.body === undefined ? {} : { body: bodyOf(recorded.body) }),
    });
    const text = await response.text();
    return { request, isSent: true, differences: this.compare(recorded, response.status, text) };
  }

  private headersOf({ headers = {}, body }: RecordedRequest): Headers {
    const sent = new Headers(Object.entries(headers).filter(([name]) => !droppedHeaders.has(name.toLowerCase())));
    if (this.options.token !== undefined) sent.set("Authorization", `Bearer ${this.options.token}`);
    if (body !== undefined && !sent.has("Content-Type")) sent.set("Content-Type", "application/json");
    return sent;
  }

  private compare({ status, answer }: RecordedRequest, actualStatus: number, text: string): Difference[] {
    const ofStatus =
      status === undefined || status === actualStatus
        ? []
        : [{ field: "status", expected: status, actual: actualStatus }];
    return answer === undefined
      ? ofStatus
      : [...ofStatus, ...findDifferences(parseJson(answer), parseJson(text), this.ignored)];
  }
}

const bodyOf = (body: unknown): string => (typeof body === "string" ? body : JSON.stringify(body));

/** Parses JSON text; returns other text and other values unchanged. */
function parseJson(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
