import { type GraphQLSchema, isRequiredArgument } from "graphql";
import type { oas31 } from "openapi3-ts";
import { addAcceptedResponse, addErrorResponse, errorReferences, errorResponses } from "./openapi-errors.js";
import {
  asyncHeaders,
  dryRunHeader,
  idempotencyHeader,
  elementParameters,
  freeArguments,
  lastEventIdHeader,
  pathParameters,
  preferHeader,
  queryParameters,
} from "./openapi-parameters.js";
import { reference, type Schema, Schemas } from "./openapi-schemas.js";
import { withExample } from "./openapi-examples.js";
import { permissionOf, textsOf } from "./openapi-texts.js";
import { addedPaths } from "./openapi-added.js";
import { tagOf, tagsOf, type TagKind } from "./openapi-tags.js";
import { version } from "../../../platform/process/version.js";
import { bulkPath, type DocumentKind, operationId, prefixes, segmentsOf, pathTemplate } from "./openapi-paths.js";
import { type Route, queuesFile } from "../../contract/routes/operations.js";
import type { Edition } from "../../contract/rest.js";
import type { EndpointDescription } from "../../http/endpoint.js";

export interface DocumentOptions {
  readonly schema: GraphQLSchema;
  readonly kind: DocumentKind;
  readonly edition: Edition;
  /** The base URL of the paths, including the store segment. */
  readonly server: string;
  /** Endpoints without a route. They are part of the document of synchronous calls. */
  readonly added?: readonly EndpointDescription[] | undefined;
  /** Resources by default. */
  readonly tags?: TagKind;
}

const methodOrder = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Returns the OpenAPI 3.1 document of routes, derived from their declarations. Asynchronous documents omit reads,
 * because these have no asynchronous form.
 */
export function openApiDocument(routes: readonly Route[], options: DocumentOptions): oas31.OpenAPIObject {
  const { kind, server, added = [], tags = "resource" } = options;
  const described = routes.filter((route) => kind === "sync" || route.queueable).sort(comparePaths);
  const schemas = new Schemas(options.schema);
  addErrorResponse(schemas);
  if (kind !== "sync") addAcceptedResponse(schemas);
  const paths: Record<string, oas31.PathItemObject> = {};
  const names = new Map<string, readonly string[]>();
  const context = { kind, schemas, tags };
  for (const route of described) {
    // OpenAPI treats two paths as equal if they differ only in parameter names. The first route names the parameters.
    const shape = route.segments.map((segment) => (segment.startsWith(":") ? ":" : segment)).join("/");
    const parameters = names.get(shape) ?? route.parameters;
    names.set(shape, parameters);
    const path = prefixes[kind] + (kind === "bulk" ? bulkPath(route) : pathTemplate(route.segments, parameters));
    (paths[path] ??= {})[route.method.toLowerCase() as "get"] = operationOf(route, { ...context, parameters });
    if (kind === "sync" && route.events !== undefined) {
      paths[pathTemplate(segmentsOf(route.events), parameters)] = { get: eventsOf(route, { ...context, parameters }) };
    }
  }
  const others = kind === "sync" ? added : [];
  return {
    openapi: "3.1.0",
    info: infoOf(options),
    servers: [{ url: server }],
    tags: tagsOf([...described, ...others], tags),
    paths: { ...paths, ...addedPaths(others) },
    components: {
      schemas: Object.fromEntries(Object.entries(schemas.components).sort(([one], [other]) => (one < other ? -1 : 1))),
      responses: errorResponses(),
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "A token of an administrator, an integration or a customer.",
        },
      },
    },
  };
}

function comparePaths(one: Route, other: Route): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return methodOrder.indexOf(one.method) - methodOrder.indexOf(other.method);
}

const modeDescriptions: Readonly<Record<DocumentKind, string>> = {
  sync: "Every route answers with its result.",
  async: "Every route queues its request and answers with the UUID of a bulk, for reading its status.",
  bulk: "Every route queues a list of requests and answers with the UUID of a bulk, for reading their status.",
};

const infoOf = ({ kind, edition, server }: DocumentOptions): oas31.InfoObject => ({
  title: edition === "commerce" ? "Portico Commerce" : "Portico Open Source",
  // The version of the API, as in Magento's own description.
  version: "2.4",
  "x-portico-version": version,
  description: `Portico ${version}. ${modeDescriptions[kind]} Bodies are JSON, or XML with \`Content-Type\` and \`Accept\` of \`application/xml\`. Unless a field says otherwise, times are in UTC, as \`YYYY-MM-DD hh:mm:ss\` with or without a fraction.`,
  contact: contactOf(server),
  license: { name: "MIT", identifier: "MIT" },
});

/** Returns the operators as the contact, with the landing page if the public address is known. */
const contactOf = (server: string): oas31.ContactObject => ({
  name: "Operators of this shop",
  ...(URL.canParse(server) ? { url: server.replace(/\/rest\/[^/]+$/, "/") } : {}),
});

interface OperationContext {
  readonly kind: DocumentKind;
  readonly schemas: Schemas;
  readonly tags: TagKind;
  /** Names of the path parameters. */
  readonly parameters: readonly string[];
}

function operationOf(route: Route, context: OperationContext): oas31.OperationObject {
  const { kind, schemas, tags, parameters: names } = context;
  const inPath = kind === "bulk" ? [] : pathParameters(route, names, schemas);
  const headers = kind === "sync" ? syncHeaders(route) : [...asyncHeaders, ...(route.preview ? [dryRunHeader] : [])];
  const parameters = [...inPath, ...queryParameters(route, schemas), ...headers];
  const body = bodyOf(route, kind, schemas);
  const operation: oas31.OperationObject = {
    operationId: operationId(route, kind),
    ...textsOf(route, kind),
    tags: [tagOf(route, tags)],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? { requestBody: { required: isBodyRequired(body), content: contentOf(body, route.file === "request") } }
      : {}),
    responses: responsesOf(route, kind, schemas),
    // Not a response, because generated clients would take it for the usual result of the call.
    ...(route.preview && {
      "x-portico-preview": { content: { [route.preview.mediaType]: { schema: route.preview.schema } } },
    }),
    security: route.permission.includes("anonymous") ? [{}, { bearer: [] }] : [{ bearer: [] }],
  };
  return withExample(operation, route, { kind, parameters: names });
}

/** Returns the operation of a read's event stream. */
function eventsOf(route: Route, { schemas, tags, parameters: names }: OperationContext): oas31.OperationObject {
  const { events = "" } = route;
  return {
    operationId: operationId({ method: "GET", segments: segmentsOf(events) }),
    summary: `Streams the response of \`GET ${route.path}\` as server-sent events`,
    description: `Sends an event whenever the response changes, until it is final.\n\n${permissionOf(route)}`,
    tags: [tagOf(route, tags)],
    parameters: [...pathParameters(route, names, schemas), lastEventIdHeader],
    responses: {
      "200": { description: "The events.", content: { "text/event-stream": { schema: { type: "string" } } } },
      "204": { description: "The client has already received the last event." },
      ...errorReferences(["401", "404", "429", "500", "503"]),
    },
    security: [{ bearer: [] }],
  };
}

/** Returns the media types of a body: JSON, and the file formats if it can be a file. */
const contentOf = (schema: Schema, isFile: boolean): oas31.ContentObject => ({
  "application/json": { schema },
  ...(isFile
    ? { "text/csv": { schema: { type: "string" } }, "application/x-ndjson": { schema: { type: "string" } } }
    : {}),
});

const isBodyRequired = (schema: oas31.SchemaObject) => schema.type === "array" || schema.required !== undefined;

function bodyOf(route: Route, kind: DocumentKind, schemas: Schemas): oas31.SchemaObject | undefined {
  const element = kind === "bulk" ? elementParameters(route, schemas) : { properties: {}, required: [] };
  const given = route.method === "GET" ? [] : freeArguments(route);
  const properties: Record<string, Schema> = { ...element.properties };
  for (const argument of given) {
    // An element of a bulk has no path: its properties for path parameters are optional then, and the fields are not.
    const inPath = kind === "bulk" ? [] : fieldsInPath(route, argument.name);
    properties[argument.name] = schemas.beside(inPath, argument);
  }
  const required = [...element.required, ...given.filter(isRequiredArgument).map(({ name }) => name)];
  const body: oas31.SchemaObject = { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  if (kind === "bulk") return { type: "array", items: body };
  return given.length > 0 ? body : undefined;
}

/** Returns the fields of an argument that the path gives. */
const fieldsInPath = ({ targets }: Route, argument: string): string[] =>
  Object.values(targets).flatMap((target) =>
    target.startsWith(`${argument}.`) ? [target.slice(argument.length + 1)] : [],
  );

const syncHeaders = (route: Route): readonly oas31.ParameterObject[] => [
  ...(queuesFile(route) ? [...asyncHeaders, dryRunHeader] : []),
  ...(route.events === undefined ? [] : [preferHeader]),
  ...(route.queueable ? [idempotencyHeader] : []),
  ...(route.preview ? [dryRunHeader] : []),
];

function responsesOf(route: Route, kind: DocumentKind, schemas: Schemas): oas31.ResponsesObject {
  const { type } = route.operation.field;
  const [status, description, schema] =
    kind === "sync"
      ? ["200", "The result of the operation.", schemas.result(type)]
      : ["202", "Accepted and queued.", reference("async-response")];
  // A public read rejects no caller unless it declares status 401. A public write can, for example for a wrong
  // password.
  const isPublicRead = route.method === "GET" && route.permission.includes("anonymous");
  const canReject = !isPublicRead || route.errorStatuses.includes(401);
  const errors = errorReferences(["400", ...(canReject ? (["401"] as const) : []), "404", "429", "500", "503"]);
  const tooLarge = route.method === "GET" ? {} : errorReferences(["413"]);
  const reused =
    kind !== "sync" || route.queueable || queuesFile(route) || route.errorStatuses.includes(422)
      ? errorReferences(["422"])
      : {};
  const isFile = queuesFile(route) && kind === "sync";
  const success = isFile
    ? fileResponses(schema)
    : { [status]: { description, content: contentOf(schema, route.file === "answer") } };
  return { ...success, ...errors, ...tooLarge, ...reused };
}

/** Returns the responses to a file: it is queued, or previewed with `Prefer: dry-run`. */
const fileResponses = (schema: Schema): oas31.ResponsesObject => ({
  "200": { description: "With `Prefer: dry-run`, a preview.", content: contentOf({ type: "object" }, false) },
  "202": { description: "Accepted and queued.", content: contentOf(schema, false) },
});
