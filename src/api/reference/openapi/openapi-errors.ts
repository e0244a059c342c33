import type { oas31 } from "openapi3-ts";
import { reference, type Schemas } from "./openapi-schemas.js";

const message = "A message, or a template with placeholders for the parameters.";

/** Adds the error schema and the schemas that it contains, under Magento's names. */
export function addErrorResponse(schemas: Schemas): oas31.ReferenceObject {
  schemas.add("error-parameters", {
    description: "Values of the placeholders: a list for `%1`, `%2`, an object for `%name`.",
    anyOf: [
      { type: "array", items: reference("error-parameter") },
      { type: "object", additionalProperties: reference("error-parameter") },
    ],
  });
  // Null stands for a key without a value, for example a masked id that belongs to no cart.
  schemas.add("error-parameter", { type: ["string", "number", "null", "array"], items: { type: "string" } });
  schemas.add("error-errors-item", {
    type: "object",
    description: "One of several errors.",
    properties: { message: { type: "string", description: message }, parameters: reference("error-parameters") },
    required: ["message"],
    additionalProperties: false,
  });
  schemas.add("error-errors", { type: "array", items: reference("error-errors-item") });
  return schemas.add("error-response", {
    type: "object",
    description: "The error of a rejected or failed call.",
    properties: {
      message: { type: "string", description: message },
      errors: reference("error-errors"),
      code: { type: "integer", description: "Error code; absent if it is 0." },
      parameters: reference("error-parameters"),
      trace: { type: "string", description: "Stack trace; in development only." },
    },
    required: ["message"],
    additionalProperties: false,
  });
}

/** Adds the schema of the answer to an accepted asynchronous call. */
export function addAcceptedResponse(schemas: Schemas): oas31.ReferenceObject {
  schemas.add("async-response-item", {
    type: "object",
    properties: {
      id: { type: "integer", description: "Index of the request in the bulk, from 0." },
      data_hash: { type: ["string", "null"], description: "Reserved. Always null." },
      status: { type: "string", description: "Reserved. Always `accepted`." },
    },
    required: ["id", "data_hash", "status"],
    additionalProperties: false,
  });
  return schemas.add("async-response", {
    type: "object",
    description: "The requests are queued. Read their status by the bulk's UUID.",
    properties: {
      bulk_uuid: { type: "string", format: "uuid", description: "UUID of the bulk, for reading its status." },
      request_items: { type: "array", items: reference("async-response-item") },
      errors: { type: "boolean", description: "Reserved. Always false." },
    },
    required: ["bulk_uuid", "request_items", "errors"],
    additionalProperties: false,
  });
}

const causes = {
  "400": "The request is malformed or breaks a rule.",
  "401": "The caller is unknown or lacks the permission.",
  "404": "The requested entity does not exist.",
  "413": "The body exceeds the limit.",
  "422": "The idempotency key was already used for a different call.",
  "429": "The rate limit is exceeded; `Retry-After` is the number of seconds to wait.",
  "500": "Internal error; the message contains the id of a report in the server's log.",
  "503": "The service is busy; `Retry-After` is the number of seconds to wait.",
};

/** Returns the responses that any operation can refer to. */
export const errorResponses = (): Record<string, oas31.ResponseObject> =>
  Object.fromEntries(
    Object.entries(causes).map(([status, description]) => [
      `error-${status}`,
      { description, content: { "application/json": { schema: reference("error-response") } } },
    ]),
  );

/** Returns references to the shared responses of the statuses. */
export const errorReferences = (statuses: readonly (keyof typeof causes)[]): Record<string, oas31.ReferenceObject> =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/error-${status}` }]));
