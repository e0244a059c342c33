/** A call that the service rejected, or that failed. */
export class PorticoError extends Error {
  constructor(
    /** HTTP status. */
    readonly status: number,
    /** The body of the answer, usually Magento's: `{ message, parameters, errors }`. */
    readonly body: unknown,
  ) {
    super(messageOf(body) ?? `The service answered ${status}.`);
    this.name = "PorticoError";
  }
}

interface Answered<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** Returns the data of an answer. Throws a `PorticoError` unless the status is a success. */
export function unwrap<Data>({ data, error, response }: Answered<Data>): Data {
  if (!response.ok || data === undefined) throw new PorticoError(response.status, error);
  return data;
}

/** Returns the message of an error with its parameters filled in, followed by the messages of its parts. */
function messageOf(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("message" in body)) return undefined;
  const parts = "errors" in body && Array.isArray(body.errors) ? body.errors.map(messageOf) : [];
  const parameters = "parameters" in body ? body.parameters : undefined;
  return [fillPlaceholders(String(body.message), parameters), ...parts.filter((part) => part !== undefined)].join(" ");
}

/** Replaces `%1` by the first item of a list, and `%name` by a property of an object. */
function fillPlaceholders(template: string, parameters: unknown): string {
  if (typeof parameters !== "object" || parameters === null) return template;
  const named = Object.entries(parameters as Readonly<Record<string, unknown>>).map(
    ([key, value]) => [Array.isArray(parameters) ? String(Number(key) + 1) : key, String(value)] as const,
  );
  const values = new Map(named);
  return template.replace(/%(\w+)/g, (placeholder, name: string) => values.get(name) ?? placeholder);
}
