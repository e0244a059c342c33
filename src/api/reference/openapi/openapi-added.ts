import type { oas31 } from "openapi3-ts";
import type { EndpointDescription } from "../../http/endpoint.js";
import { errorReferences } from "./openapi-errors.js";
import { operationId, pathTemplate } from "./openapi-paths.js";
import { tagOf } from "./openapi-tags.js";

/** Returns the paths of endpoints without a route. They are posted any body, need no token and answer `true`. */
export const addedPaths = (endpoints: readonly EndpointDescription[]): oas31.PathsObject =>
  Object.fromEntries(
    endpoints.map((endpoint) => [pathTemplate(endpoint.segments, []), { post: operationOf(endpoint) }]),
  );

const operationOf = ({ segments, description }: EndpointDescription): oas31.OperationObject => ({
  operationId: operationId({ method: "POST", segments }),
  summary: description,
  description: `${description}\n\nThe sender signs the body instead of presenting a token.`,
  tags: [tagOf({ segments }, "resource")],
  requestBody: { required: true, content: { "application/json": { schema: {} }, "text/plain": { schema: {} } } },
  responses: {
    "200": {
      description: "The message was handled, now or before.",
      content: { "application/json": { schema: { type: "boolean" } } },
    },
    ...errorReferences(["400", "401", "413", "429", "500", "503"]),
  },
  security: [{}],
});
