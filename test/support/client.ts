import { record } from "../conformance/recorder.js";

/** The answer: the status, the headers, and the body as text and as parsed JSON. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read any answer
  readonly body: any;
}

interface Options {
  /** Store code: `all` or the code of a store view. */
  readonly store?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A caller of the API over HTTP, with a token or as a guest. */
export class Client {
  constructor(
    readonly url: string,
    readonly token?: string,
  ) {}

  get = (path: string, options?: Options) => this.call(["GET", path], undefined, options);
  post = (path: string, body?: unknown, options?: Options) => this.call(["POST", path], body, options);
  put = (path: string, body?: unknown, options?: Options) => this.call(["PUT", path], body, options);
  delete = (path: string, body?: unknown, options?: Options) => this.call(["DELETE", path], body, options);

  /** Runs a GraphQL document. The body of the answer has `data` and `errors`. */
  graphql(
    query: string,
    variables: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    return this.request("/graphql", {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify({ query, variables }),
    });
  }

  /** Sends a request unchanged, except for the token. */
  async request(path: string, init: RequestInit = {}): Promise<Reply> {
    const headers = new Headers(init.headers);
    if (this.token !== undefined && !headers.has("Authorization")) headers.set("Authorization", `Bearer ${this.token}`);
    const response = await fetch(this.url + path, { ...init, headers });
    const text = await response.text();
    const { status, headers: answered } = response;
    const body = parsed(text);
    const contentType = answered.get("Content-Type");
    record({ method: init.method ?? "GET", path, status, contentType, body, sent: init.body });
    return { status, headers: answered, text, body };
  }

  private call([method, path]: readonly [string, string], body: unknown, options: Options = {}): Promise<Reply> {
    const { store, headers = {} } = options;
    return this.request(`/rest${store === undefined ? "" : `/${store}`}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns search criteria as a query string: `search([["sku", "a"], ["price", "5", "gt"]], { pageSize: 2 })`. */
export function search(
  filters: readonly (readonly [field: string, value: string, condition?: string])[],
  rest: Readonly<Record<string, string | number>> = {},
): string {
  const query = new URLSearchParams({ searchCriteria: "" });
  for (const [index, [field, value, condition = "eq"]] of filters.entries()) {
    const filter = `searchCriteria[filter_groups][${index}][filters][0]`;
    query.set(`${filter}[field]`, field);
    query.set(`${filter}[value]`, value);
    query.set(`${filter}[condition_type]`, condition);
  }
  for (const [key, value] of Object.entries(rest)) query.set(`searchCriteria[${key}]`, String(value));
  if (query.size > 1) query.delete("searchCriteria");
  return query.toString();
}
