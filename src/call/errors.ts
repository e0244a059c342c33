/** The parameters of a message, whose template a client may translate. Source: behaviour of Magento 2.4. */
export type Parameters =
  readonly (string | number)[] | Readonly<Record<string, string | number | null | readonly string[]>>;

/** One reason among several, in the `errors` list of an answer. */
export interface Reason {
  readonly message: string;
  readonly parameters?: Parameters;
}

/** Machine-readable kinds, given to GraphQL clients as `extensions.code`, and the HTTP status that each is answered with. */
const statuses = {
  BAD_REQUEST: 400,
  ALREADY_EXISTS: 400,
  COULD_NOT_SAVE: 400,
  NOT_AUTHORIZED: 401,
  NO_SUCH_ENTITY: 404,
  NO_ROUTE: 404,
  NOT_ACCEPTABLE: 406,
  PAYLOAD_TOO_LARGE: 413,
  IDEMPOTENCY_KEY_REUSED: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof statuses;

/** Fills a template's `%1` or `%name` placeholders; one that has no parameter stays as it is. */
export function render(template: string, parameters: Parameters = []): string {
  const values: Readonly<Record<string, unknown>> = Array.isArray(parameters)
    ? Object.fromEntries(parameters.map((value: string | number, index) => [String(index + 1), value]))
    : (parameters as Readonly<Record<string, unknown>>);
  return template.replace(/%(\w+)/g, (placeholder, name: string) => {
    if (Object.hasOwn(values, name)) return String(values[name] ?? "");
    const known = Object.keys(values).find((key) => name.startsWith(key) && !/^\d+$/.test(key));
    return known === undefined ? placeholder : String(values[known] ?? "") + name.slice(known.length);
  });
}

/** An error that is the caller's to see. Anything else that is thrown becomes a 500 with a report id. */
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
      /** Where in the lists of a body the reason is: positions from 0, the outermost first. */
      readonly elements?: readonly number[];
    } = {},
  ) {
    super(render(template, details.parameters), details.cause === undefined ? undefined : { cause: details.cause });
  }

  /** Returns the same error for an element of a list. */
  inElement(index: number): WebapiError {
    const { elements = [] } = this.details;
    return new WebapiError(this.code, this.template, { ...this.details, elements: [index, ...elements] });
  }

  /** The HTTP status that it is answered with. */
  get status(): number {
    return statuses[this.code];
  }

  /** The body of the answer, in Magento's shape: keys that hold nothing are left out. */
  toBody(): { message: string; parameters?: Parameters; errors?: readonly Reason[] } {
    const { parameters, errors } = this.details;
    const filled = parameters !== undefined && Object.keys(parameters).length > 0;
    return { message: this.template, ...(errors ? { errors } : {}), ...(filled ? { parameters } : {}) };
  }
}

/** A domain rule that the call breaks: 400 with the rule's own template. */
export const inputError = (template: string, parameters?: Parameters, cause?: unknown) =>
  new WebapiError("BAD_REQUEST", template, { ...(parameters ? { parameters } : {}), ...(cause ? { cause } : {}) });

/** 400; used where a unique value is taken. */
export const alreadyExists = (template: string, parameters?: Parameters) =>
  new WebapiError("ALREADY_EXISTS", template, parameters ? { parameters } : {});

/** 400; used where the database refuses what the rules let through. */
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

/** 404 with an entity's own sentence. */
export const notFound = (template: string, parameters?: Parameters) =>
  new WebapiError("NO_SUCH_ENTITY", template, parameters ? { parameters } : {});

/** That a field has to be there. */
export const required = (fieldName: string): Reason => ({
  message: '"%fieldName" is required. Enter and try again.',
  parameters: { fieldName },
});

/** The reason for a value that a field cannot have. */
export const invalidValue = (fieldName: string, value: string | number): Reason => ({
  message: 'Invalid value of "%value" provided for the %fieldName field.',
  parameters: { fieldName, value },
});

/** 400 for arguments that are missing; several are gathered under one message. */
export const missing = (fieldNames: readonly string[]): WebapiError => aggregate(fieldNames.map(required));

/** 400 for a value that its field cannot hold. */
export const invalid = (fieldName: string, value: string | number): WebapiError =>
  aggregate([invalidValue(fieldName, value)]);

/** 400 for text that is longer than its column. */
export const tooLong = (label: string, limit: number): WebapiError =>
  inputError('"%1" length must be equal or less than %2 characters.', [label, limit]);

/** 400 for one reason or several: one stands by itself, several are listed. */
export function aggregate(reasons: readonly Reason[]): WebapiError {
  const [first, ...others] = reasons;
  if (first && others.length === 0) return inputError(first.message, first.parameters);
  return new WebapiError("BAD_REQUEST", "One or more input exceptions have occurred.", { errors: reasons });
}

/** 400 with every reason listed, a single one too, and with `parameters` in each: the form of Magento's validators. */
export const validationFailed = (reasons: readonly Reason[], message = "Validation Failed") =>
  new WebapiError("BAD_REQUEST", message, {
    errors: reasons.map(({ message: reason, parameters = [] }) => ({ message: reason, parameters })),
  });

/** 400 for a value that cannot be cast to its declared type. `field` is absent for an argument of the call itself. */
export function wrongType(value: unknown, expected: string, field?: string): WebapiError {
  const shown = typeof value === "object" && value !== null ? "array" : String(value);
  const reason = `The "${shown}" value's type is invalid. The "${expected}" type was expected. Verify and try again.`;
  return inputError(field === undefined ? reason : `Error occurred during "${field}" processing. ${reason}`);
}

/** 400 for a key that a data object does not have. */
export const unsupportedField = (key: string) =>
  inputError('"%fieldName" is not supported. Correct the field name and try again.', {
    fieldName: key.replace(/(?:^|_)([a-zA-Z])/g, (_, letter: string) => letter.toUpperCase()),
  });

/** 400 where a list of objects is declared and something else was sent. */
export const notAllParametersValid = () => inputError("Not all parameters valid.");

/** 400 for text that carries a script element. */
export const scriptNotAllowed = (fieldName: string) =>
  inputError('"%field_name" does not contains valid value.', { field_name: fieldName });

/** 401, whether the caller is unknown or lacks the resource: Magento never answers 403. */
export const notAuthorized = (resources: readonly string[]) =>
  new WebapiError("NOT_AUTHORIZED", "The consumer isn't authorized to access %resources.", {
    parameters: { resources: resources.join(", ") },
  });

/** 401 for a sign-in that failed, whatever the reason. */
export const signInFailed = () =>
  new WebapiError(
    "NOT_AUTHORIZED",
    "The account sign-in was incorrect or your account is disabled temporarily. Please wait and try again later.",
  );

/** 429 for a caller who has used up what is admitted, with the seconds until more is. */
export const tooManyRequests = (seconds: number) =>
  new WebapiError("TOO_MANY_REQUESTS", "Too many requests. Try again in %seconds seconds.", {
    parameters: { seconds },
  });

/** 503 for what the process cannot take on now, with the seconds after which the client may try again. */
export const serviceUnavailable = (seconds: number) =>
  new WebapiError("SERVICE_UNAVAILABLE", "The service is busy. Try again in %seconds seconds.", {
    parameters: { seconds },
    retryAfter: seconds,
  });

/** Seconds after which a client may try again while the database is away, full or busy. */
export const retryAfterOutage = 5;

/** 503 while the database cannot be used; the cause is in the log. */
export const temporarilyUnavailable = () =>
  new WebapiError("SERVICE_UNAVAILABLE", "The service is temporarily unavailable. Try again in %seconds seconds.", {
    parameters: { seconds: retryAfterOutage },
    retryAfter: retryAfterOutage,
  });

/** 404 for a path and method that no route has. */
export const noRoute = () => new WebapiError("NO_ROUTE", "Request does not match any route.");

/** 400 for a route that does not exist in this mode, for example an asynchronous GET. */
export const cannotProcess = () => inputError("Specified request cannot be processed.");

export const methodInvalid = () => inputError("Request method is invalid.");
export const undecodable = () => inputError("Decoding error.");
/** 400 for text that PostgreSQL cannot store, because half of a character is missing. */
export const notUnicode = () =>
  inputError("A text in the request body is not valid Unicode. Correct the value and try again.");
export const contentTypeEmpty = () => inputError("Content-Type header is empty.");
export const contentTypeInvalid = () => inputError("Content-Type header is invalid.");
export const charsetUnsupported = () => inputError("UTF-8 is the only supported charset.");
export const mediaTypeUnsupported = (mediaType: string) =>
  inputError("Server cannot understand Content-Type HTTP header media type %1", [mediaType]);
export const notAcceptable = () =>
  new WebapiError("NOT_ACCEPTABLE", "Server cannot understand Accept HTTP header media type.");
const tooLarge = (message: string, limit: number) =>
  new WebapiError("PAYLOAD_TOO_LARGE", message, { parameters: { limit } });
export const payloadTooLarge = (limitInBytes: number) =>
  tooLarge("The request body is larger than %limit bytes.", limitInBytes);

/** 413 for a body that is short in bytes and still takes long to parse. */
export const tooManyValues = (limit: number) => tooLarge("The request body has more than %limit values.", limit);

/** 413 for too many values in one member of a body's outermost list or object, or in one element of a list in that object. */
export const elementTooLarge = (limit: number) =>
  tooLarge("An element of the request body has more than %limit values.", limit);

/** 400 for a body that nests deeper than any operation needs. */
export const tooDeep = (limit: number) => inputError("The request body nests deeper than %limit levels.", { limit });

/** 400 for `fields` that nest deeper than any answer does. */
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
