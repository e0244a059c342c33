/** The parameters of a message, whose template a client may translate. Source: behavior of Magento 2.4. */
export type Parameters =
  readonly (string | number | null)[] | Readonly<Record<string, string | number | null | readonly string[]>>;

/** One reason among several, in the `errors` list of an answer. */
export interface Reason {
  readonly message: string;
  readonly parameters?: Parameters;
}

/** Machine-readable error codes, which GraphQL clients receive as `extensions.code`, with their HTTP statuses. */
const statuses = {
  BAD_REQUEST: 400,
  ALREADY_EXISTS: 400,
  COULD_NOT_SAVE: 400,
  NOT_AUTHORIZED: 401,
  NO_SUCH_ENTITY: 404,
  NO_ROUTE: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  PAYLOAD_TOO_LARGE: 413,
  IDEMPOTENCY_KEY_REUSED: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  INSUFFICIENT_STORAGE: 507,
} as const;

export type ErrorCode = keyof typeof statuses;

/** Fills the `%1` or `%name` placeholders of a template. Placeholders without a parameter stay unchanged. */
export function render(template: string, parameters: Parameters = []): string {
  const values: Readonly<Record<string, unknown>> = Array.isArray(parameters)
    ? Object.fromEntries(parameters.map((value: string | number | null, index) => [String(index + 1), value]))
    : (parameters as Readonly<Record<string, unknown>>);
  return template.replace(/%(\w+)/g, (placeholder, name: string) => {
    if (Object.hasOwn(values, name)) return String(values[name] ?? "");
    const known = Object.keys(values).find((key) => name.startsWith(key) && !/^\d+$/.test(key));
    return known === undefined ? placeholder : String(values[known] ?? "") + name.slice(known.length);
  });
}

/** An error that is shown to the caller. Unexpected errors become a 500 with a report id instead. */
export class WebapiError extends Error {
  override readonly name = "WebapiError";

  constructor(
    readonly code: ErrorCode,
    readonly template: string,
    readonly details: {
      readonly parameters?: Parameters;
      readonly errors?: readonly Reason[];
      readonly cause?: unknown;
      /** Seconds for the header `Retry-After`. */
      readonly retryAfter?: number;
      /** Positions of the failed element in the nested lists of a body, from 0, the outermost first. */
      readonly elements?: readonly number[];
      /** Name of the setting that would admit the caller. Only GraphQL answers it, because Magento's body has no place for it. */
      readonly setting?: string | undefined;
      /** Whether a value has a wrong type. The message then names the fields that lead to the value. */
      readonly isConversion?: boolean;
    } = {},
  ) {
    super(render(template, details.parameters), details.cause === undefined ? undefined : { cause: details.cause });
  }

  /** Returns the same error for an element of a list. */
  inElement(index: number): WebapiError {
    const { elements = [] } = this.details;
    return new WebapiError(this.code, this.template, { ...this.details, elements: [index, ...elements] });
  }

  /** Returns the same error for a field of an object: the message of a conversion names the field. */
  inField(name: string): WebapiError {
    if (!this.details.isConversion) return this;
    return new WebapiError(this.code, `Error occurred during "${name}" processing. ${this.template}`, this.details);
  }

  /** The HTTP status of the answer. */
  get status(): number {
    return statuses[this.code];
  }

  /** Returns the body of the answer in Magento's shape. Empty keys are left out. */
  toBody(): { message: string; parameters?: Parameters; errors?: readonly Reason[] } {
    const { parameters, errors } = this.details;
    const filled = parameters !== undefined && Object.keys(parameters).length > 0;
    return { message: this.template, ...(errors ? { errors } : {}), ...(filled ? { parameters } : {}) };
  }
}

/** 400 for a violated domain rule, with the template of the rule. */
export const inputError = (template: string, parameters?: Parameters, cause?: unknown) =>
  new WebapiError("BAD_REQUEST", template, { ...(parameters ? { parameters } : {}), ...(cause ? { cause } : {}) });

/** 400 for a unique value that is already taken. */
export const alreadyExists = (template: string, parameters?: Parameters) =>
  new WebapiError("ALREADY_EXISTS", template, parameters ? { parameters } : {});

/** 400 for values that pass the rules but are rejected by the database. */
export const couldNotSave = (template: string, cause?: unknown) =>
  new WebapiError("COULD_NOT_SAVE", template, { cause });

/** 404 for an entity that is looked up by one or two keys. Null stands for a key that led to no value. */
export function noSuchEntity(
  fieldName: string,
  fieldValue: string | number | null,
  second?: readonly [string, string | number],
) {
  return second
    ? new WebapiError("NO_SUCH_ENTITY", "No such entity with %fieldName = %fieldValue, %field2Name = %field2Value", {
        parameters: { fieldName, fieldValue, field2Name: second[0], field2Value: second[1] },
      })
    : new WebapiError("NO_SUCH_ENTITY", "No such entity with %fieldName = %fieldValue", {
        parameters: { fieldName, fieldValue },
      });
}

/** 404 with a message of its own. */
export const notFound = (template: string, parameters?: Parameters) =>
  new WebapiError("NO_SUCH_ENTITY", template, parameters ? { parameters } : {});

/** The reason for a missing required field. */
export const required = (fieldName: string): Reason => ({
  message: '"%fieldName" is required. Enter and try again.',
  parameters: { fieldName },
});

/** The reason for an invalid value of a field. */
export const invalidValue = (fieldName: string, value: string | number | null): Reason => ({
  message: 'Invalid value of "%value" provided for the %fieldName field.',
  parameters: { fieldName, value },
});

/** 400 for missing arguments; several are listed under one message. */
export const missing = (fieldNames: readonly string[]): WebapiError => aggregate(fieldNames.map(required));

/** 400 for an invalid value of a field. */
export const invalid = (fieldName: string, value: string | number | null): WebapiError =>
  aggregate([invalidValue(fieldName, value)]);

/** 400 for text that is longer than its column. */
export const tooLong = (label: string, limit: number): WebapiError =>
  inputError('"%1" length must be equal or less than %2 characters.', [label, limit]);

/** 400 for one or several reasons. A single reason is the message; several are listed. */
export function aggregate(reasons: readonly Reason[]): WebapiError {
  const [first, ...others] = reasons;
  if (first && others.length === 0) return inputError(first.message, first.parameters);
  return new WebapiError("BAD_REQUEST", "One or more input exceptions have occurred.", { errors: reasons });
}

/** 400 in the form of Magento's validators: even a single reason is listed, and each has `parameters`. */
export const validationFailed = (reasons: readonly Reason[], message = "Validation Failed") =>
  new WebapiError("BAD_REQUEST", message, {
    errors: reasons.map(({ message: reason, parameters = [] }) => ({ message: reason, parameters })),
  });

/** 401 for an unknown caller and for a missing permission, because Magento never answers 403. */
export const notAuthorized = (resources: readonly string[], setting?: string) =>
  new WebapiError("NOT_AUTHORIZED", "The consumer isn't authorized to access %resources.", {
    parameters: { resources: resources.join(", ") },
    setting,
  });

/** 401 for a sign-in that failed for any reason. */
export const signInFailed = () =>
  new WebapiError(
    "NOT_AUTHORIZED",
    "The account sign-in was incorrect or your account is disabled temporarily. Please wait and try again later.",
  );

/** 429 for a caller who has reached a limit, with the seconds until calls are admitted again. */
export const tooManyRequests = (seconds: number) =>
  new WebapiError("TOO_MANY_REQUESTS", "Too many requests. Try again in %seconds seconds.", {
    parameters: { seconds },
  });

/** 503 for a call that the process cannot handle now, with the seconds after which the client may try again. */
export const serviceUnavailable = (seconds: number) =>
  new WebapiError("SERVICE_UNAVAILABLE", "The service is busy. Try again in %seconds seconds.", {
    parameters: { seconds },
    retryAfter: seconds,
  });

/** Seconds after which a client may try again while the database is unavailable, full or busy. */
export const retryAfterOutage = 5;

/** 503 while the database cannot be used; the cause is in the log. */
export const temporarilyUnavailable = () =>
  new WebapiError("SERVICE_UNAVAILABLE", "The service is temporarily unavailable. Try again in %seconds seconds.", {
    parameters: { seconds: retryAfterOutage },
    retryAfter: retryAfterOutage,
  });

/** 404 for a path and method without a route. */
export const noRoute = () => new WebapiError("NO_ROUTE", "Request does not match any route.");

/** 400 for a route that does not exist in this mode, for example an asynchronous GET. */
export const cannotProcess = () => inputError("Specified request cannot be processed.");

/** 405 for a verb that no route has. Magento refuses it before it looks for a route. */
export const methodNotAllowed = (method: string) =>
  new WebapiError("METHOD_NOT_ALLOWED", `The ${method} HTTP method is not supported.`);
export const undecodable = () => inputError("Decoding error.");
/** 400 for text that PostgreSQL cannot store, because half of a character is missing. */
export const notUnicode = () =>
  inputError("A string in the request body is not valid Unicode. Correct the value and try again.");
export const contentTypeEmpty = () => inputError("Content-Type header is empty.");
export const contentTypeInvalid = () => inputError("Content-Type header is invalid.");
export const charsetUnsupported = () => inputError("UTF-8 is the only supported charset.");
export const mediaTypeUnsupported = (mediaType: string) =>
  inputError(`Server cannot understand Content-Type HTTP header media type ${mediaType}`);
export const notAcceptable = () =>
  new WebapiError("NOT_ACCEPTABLE", "Server cannot understand Accept HTTP header media type.");
const tooLarge = (message: string, limit: number) =>
  new WebapiError("PAYLOAD_TOO_LARGE", message, { parameters: { limit } });
export const payloadTooLarge = (limitInBytes: number) =>
  tooLarge("The request body is larger than %limit bytes.", limitInBytes);

/** 413 for a body that takes too long to parse although it is short in bytes. */
export const tooManyValues = (limit: number) => tooLarge("The request body has more than %limit values.", limit);

/**
 * 413 for too many values in a member of the body's outermost list or object, or in an element of a list in that object.
 */
export const elementTooLarge = (limit: number) =>
  tooLarge("An element of the request body has more than %limit values.", limit);

/** 400 for a body that is nested deeper than any operation needs. */
export const tooDeep = (limit: number) => inputError("The request body nests deeper than %limit levels.", { limit });

/** 400 for `fields` that are nested deeper than any answer. */
export const fieldsTooDeep = (limit: number) => inputError("The fields nest deeper than %limit levels.", { limit });

/** 400 for a compressed body. */
export const encodingUnsupported = (encoding: string) =>
  inputError("Server cannot understand Content-Encoding HTTP header %1", [encoding]);

/** 500; the cause is in the log under the same report id. */
export const internalError = (reportId: string) =>
  new WebapiError(
    "INTERNAL_ERROR",
    `Internal Error. Details are available in Portico log file. Report ID: webapi-${reportId}`,
  );
