import type { oas31 } from "openapi3-ts";
import { reference, type Schemas } from "./openapi-schemas.js";

const message = "A sentence, or a template whose placeholders the parameters fill in.";

/** Adds the shape of an error and those in it, under the names that Magento gives them. */
export function addErrorResponse(schemas: Schemas): oas31.ReferenceObject {
  schemas.add("error-parameters", {
    description: "What fills the placeholders: a list for `%1`, `%2`, an object for `%name`.",
    anyOf: [
      { type: "array", items: reference("error-parameter") },
      { type: "object", additionalProperties: reference("error-parameter") },
    ],
  });
  schemas.add("error-parameter", { type: ["string", "number"] });
  schemas.add("error-errors-item", {
    type: "object",
    description: "One reason among several.",
    properties: { message: { type: "string", description: message }, parameters: reference("error-parameters") },
    required: ["message"],
    additionalProperties: false,
  });
  schemas.add("error-errors", { type: "array", items: reference("error-errors-item") });
  return schemas.add("error-response", {
    type: "object",
    description: "Why a call was refused, or what failed.",
    properties: {
      message: { type: "string", description: message },
      errors: reference("error-errors"),
      code: { type: "integer", description: "Present where it is not 0." },
      parameters: reference("error-parameters"),
      trace: { type: "string", description: "Where the error comes from; in development alone." },
    },
    required: ["message"],
    additionalProperties: false,
  });
}

/** Adds the shape of the answer to an accepted asynchronous call. */
export function addAcceptance(schemas: Schemas): oas31.ReferenceObject {
  schemas.add("async-response-item", {
    type: "object",
    properties: {
      id: { type: "integer", description: "Place of the request in the batch, from 0." },
      data_hash: { type: ["string", "null"], description: "Reserved. Always null." },
      status: { type: "string", description: "Reserved. Always `accepted`." },
    },
    required: ["id", "data_hash", "status"],
    additionalProperties: false,
  });
  return schemas.add("async-response", {
    type: "object",
    description: "The requests are queued; their outcome is read with the bulk's id.",
    properties: {
      bulk_uuid: { type: "string", format: "uuid", description: "Id under which the outcome is read." },
      request_items: { type: "array", items: reference("async-response-item") },
      errors: { type: "boolean", description: "Reserved. Always false." },
    },
    required: ["bulk_uuid", "request_items", "errors"],
    additionalProperties: false,
  });
}

const causes = {
  "400": "The request cannot be understood, or breaks a rule.",
  "401": "The caller is not known, or lacks the permission.",
  "404": "What the request names does not exist.",
  "413": "The body is larger than the server takes.",
  "422": "The idempotency key was used for another call before.",
  "429": "More calls than the limits admit; `Retry-After` has the seconds to wait.",
  "500": "Something failed that should not; the message names a report in the server's log.",
  "503": "The service is busy; `Retry-After` has the seconds to wait.",
};

/** The responses that any operation may refer to. */
export const errorResponses = (): Record<string, oas31.ResponseObject> =>
  Object.fromEntries(
    Object.entries(causes).map(([status, description]) => [
      `error-${status}`,
      { description, content: { "application/json": { schema: reference("error-response") } } },
    ]),
  );

/** References to the shared responses of these statuses. */
export const errorReferences = (statuses: readonly (keyof typeof causes)[]): Record<string, oas31.ReferenceObject> =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/error-${status}` }]));
