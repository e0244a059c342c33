import { type ErrorBody, isMissingRoute, plainError, type ErrorResponse } from "./plain-errors.js";
import { t } from "./translate.js";

/** The path of the service, empty for the root. */
export const servicePath = document.body.dataset["path"] ?? "";

export const restAddress = (path: string, store = "all") => `${servicePath}/rest/${encodeURIComponent(store)}${path}`;

/** A refused or failed request. Its message is for users. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    message: string,
    readonly status: number,
    /** Whether the server does not have the route. */
    readonly isMissing = false,
  ) {
    super(message);
  }
}

interface Options {
  /** Sent as JSON, except for a file. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Code of the store view in whose name the call is made; by default all of them. */
  readonly store?: string;
}

type Listener = () => Promise<boolean>;
let isSignedOut: Listener = () => Promise.resolve(false);

/** Sets the function that decides after a 401 whether the session has ended. */
export const onUnauthorized = (listener: Listener) => void (isSignedOut = listener);

/** Calls a REST route with the session's cookie and returns the response. Throws an `ApiError`. */
export async function call(method: string, path: string, { body, headers, store }: Options = {}): Promise<Response> {
  const response = await fetch(restAddress(path, store), {
    method,
    headers: { Accept: "application/json", ...contentType(body), ...headers },
    ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiError(t("The server cannot be reached. Check the connection and try again."), 0);
  });
  if (response.ok) return response;
  const error = await readErrorResponse(response);
  if (response.status === 401 && (await isSignedOut()))
    throw new ApiError(t("Your session has ended. Sign in again."), 401);
  throw new ApiError(plainError(error), response.status, isMissingRoute(error));
}

const contentType = (body: unknown): Record<string, string> =>
  body === undefined || body instanceof Blob ? {} : { "Content-Type": "application/json" };

async function readErrorResponse(response: Response): Promise<ErrorResponse> {
  const text = await response.text();
  const seconds = Number(response.headers.get("Retry-After"));
  return { status: response.status, body: bodyOf(text), retryAfter: seconds > 0 ? seconds : undefined };
}

function bodyOf(text: string): ErrorBody {
  try {
    return JSON.parse(text) as ErrorBody;
  } catch {
    return {};
  }
}

/** Calls a route and returns its response as JSON. */
export async function json<Answer>(method: string, path: string, options?: Options): Promise<Answer> {
  return (await (await call(method, path, options)).json()) as Answer;
}

/** Reads a route. */
export const read = <Answer>(path: string) => json<Answer>("GET", path);

/** Returns the text to show for an error. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError
    ? error.message
    : t("The page failed: {{reason}}", { reason: error instanceof Error ? error.message : String(error) });

interface Criteria {
  readonly filters?: readonly (readonly [field: string, value: string, condition?: string])[];
  readonly sort?: readonly [field: string, direction: "ASC" | "DESC"];
  readonly size?: number;
  readonly page?: number;
}

/** Returns search criteria as a query string. */
export function criteria({ filters = [], sort, size, page }: Criteria): string {
  const query = new URLSearchParams();
  for (const [index, [field, value, condition = "eq"]] of filters.entries()) {
    const filter = `searchCriteria[filter_groups][${index}][filters][0]`;
    query.set(`${filter}[field]`, field);
    query.set(`${filter}[value]`, value);
    query.set(`${filter}[condition_type]`, condition);
  }
  if (sort) {
    query.set("searchCriteria[sortOrders][0][field]", sort[0]);
    query.set("searchCriteria[sortOrders][0][direction]", sort[1]);
  }
  if (size !== undefined) query.set("searchCriteria[pageSize]", String(size));
  if (page !== undefined) query.set("searchCriteria[currentPage]", String(page));
  return query.size === 0 ? "searchCriteria=" : query.toString();
}
