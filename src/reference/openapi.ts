import { type GraphQLSchema, isRequiredArgument } from "graphql";
import type { oas31 } from "openapi3-ts";
import { addAcceptance, addErrorResponse, errorReferences, errorResponses } from "./openapi-errors.js";
import {
  deferralHeaders,
  elementParameters,
  freeArguments,
  lastEventIdHeader,
  pathParameters,
  preferHeader,
  queryParameters,
} from "./openapi-parameters.js";
import { reference, type Schema, Schemas } from "./openapi-schemas.js";
import type { Route } from "../contract/operations.js";
import type { Edition } from "../contract/rest.js";

/** Which door a document describes. */
export const documentKinds = ["sync", "async", "bulk"] as const;
export type DocumentKind = (typeof documentKinds)[number];

export interface DocumentOptions {
  readonly schema: GraphQLSchema;
  readonly kind: DocumentKind;
  readonly edition: Edition;
  /** The address that paths are relative to, up to the store segment. */
  readonly server: string;
}

const prefixes: Readonly<Record<DocumentKind, string>> = { sync: "", async: "/async", bulk: "/async/bulk" };
const order = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Describes routes as OpenAPI 3.1, from their declarations alone. Reads have no asynchronous form and are left out there. */
export function openApiDocument(routes: readonly Route[], options: DocumentOptions): oas31.OpenAPIObject {
  const { kind, edition, server } = options;
  const described = routes.filter((route) => kind === "sync" || route.queueable).sort(byPath);
  const schemas = new Schemas(options.schema);
  addErrorResponse(schemas);
  if (kind !== "sync") addAcceptance(schemas);
  const paths: Record<string, oas31.PathItemObject> = {};
  const names = new Map<string, readonly string[]>();
  for (const route of described) {
    // Two routes of one shape are one path to OpenAPI, whatever each calls its parameters: the first one names them.
    const shape = route.segments.map((segment) => (segment.startsWith(":") ? ":" : segment)).join("/");
    const parameters = names.get(shape) ?? route.parameters;
    names.set(shape, parameters);
    const path = prefixes[kind] + (kind === "bulk" ? bulkPath(route) : templated(route.segments, parameters));
    (paths[path] ??= {})[route.method.toLowerCase() as "get"] = operationOf(route, { kind, schemas, parameters });
    if (kind === "sync" && route.events !== undefined) {
      paths[templated(segmentsOf(route.events), parameters)] = { get: eventsOf(route, schemas, parameters) };
    }
  }
  return {
    openapi: "3.1.0",
    info: infoOf(kind, edition),
    servers: [{ url: server }],
    tags: tagsOf(described),
    paths,
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

function byPath(one: Route, other: Route): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return order.indexOf(one.method) - order.indexOf(other.method);
}

const doors: Readonly<Record<DocumentKind, string>> = {
  sync: "Every route answers with its result.",
  async: "Every route queues its request and answers with the id of a bulk, under which the outcome is read.",
  bulk: "Every route queues a list of requests and answers with the id of a bulk, under which their outcomes are read.",
};

const infoOf = (kind: DocumentKind, edition: Edition): oas31.InfoObject => ({
  title: edition === "commerce" ? "Portico Commerce" : "Portico Open Source",
  version: "2.4",
  description: `${doors[kind]} Bodies are JSON, or XML with \`Content-Type\` and \`Accept\` of \`application/xml\`.`,
  license: { name: "MIT", identifier: "MIT" },
});

function tagsOf(routes: readonly Route[]): oas31.TagObject[] {
  const tags = [...new Set(routes.map(tagOf))].sort();
  return tags.map((name) => ({ name, description: `Routes under /V1/${name}.` }));
}

/** The resource: the first segment behind the version. */
const tagOf = ({ segments }: Route) => segments[1] ?? "";

/** A bulk route names its parameters and takes their values from each element: `:entryId` is `byEntryId`. */
export const bulkPath = ({ segments }: Pick<Route, "segments">) =>
  `/${segments.map((segment) => (segment.startsWith(":") ? `by${capitalised(segment.slice(1))}` : segment)).join("/")}`;

function templated(segments: readonly string[], parameters: readonly string[]): string {
  let at = 0;
  return `/${segments.map((segment) => (segment.startsWith(":") ? `{${parameters[at++] ?? ""}}` : segment)).join("/")}`;
}

const segmentsOf = (path: string) => path.split("/").filter((segment) => segment !== "");

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `PostV1ProductsSpecialprice`: the verb and the path's segments, without punctuation. */
function operationId({ method, segments }: Pick<Route, "method" | "segments">, kind: DocumentKind = "sync"): string {
  const all = [method.toLowerCase(), ...prefixes[kind].split("/"), ...segments];
  return all.map((segment) => capitalised(segment.replace(/[^A-Za-z0-9]/g, ""))).join("");
}

interface Part {
  readonly kind: DocumentKind;
  readonly schemas: Schemas;
  /** What the path calls its parameters. */
  readonly parameters: readonly string[];
}

function operationOf(route: Route, { kind, schemas, parameters: names }: Part): oas31.OperationObject {
  const inPath = kind === "bulk" ? [] : pathParameters(route, names, schemas);
  const headers = kind === "sync" ? (route.events === undefined ? [] : [preferHeader]) : deferralHeaders;
  const parameters = [...inPath, ...queryParameters(route, schemas), ...headers];
  const body = bodyOf(route, kind, schemas);
  return {
    operationId: operationId(route, kind),
    summary: route.operation.description.replace(/[.;:](\s[^]*)?$/, ""),
    description: descriptionOf(route),
    tags: [tagOf(route)],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? { requestBody: { required: isBodyRequired(body), content: { "application/json": { schema: body } } } }
      : {}),
    responses: responsesOf(route, kind, schemas),
    security: route.permission.includes("anonymous") ? [{}, { bearer: [] }] : [{ bearer: [] }],
  };
}

/** The stream of events that goes with a read. */
function eventsOf(route: Route, schemas: Schemas, names: readonly string[]): oas31.OperationObject {
  const { events = "", permission } = route;
  const description = `Follows as server-sent events what \`GET ${route.path}\` answers, until it changes no more.`;
  return {
    operationId: operationId({ method: "GET", segments: segmentsOf(events) }),
    summary: description,
    description: `${description}\n\nPermission: ${permission.map(code).join(", ")}.`,
    tags: [tagOf(route)],
    parameters: [...pathParameters(route, names, schemas), lastEventIdHeader],
    responses: {
      "200": { description: "The events.", content: { "text/event-stream": { schema: { type: "string" } } } },
      "204": { description: "The last event was heard before." },
      ...errorReferences(["401", "404", "429", "500", "503"]),
    },
    security: [{ bearer: [] }],
  };
}

function descriptionOf({ operation, permission, bind }: Route): string {
  const forced = Object.keys(bind);
  const identity = forced.length > 0 ? `\n\nGiven by who calls: ${forced.map(code).join(", ")}.` : "";
  return `${operation.description}${identity}\n\nPermission: ${permission.map(code).join(", ")}.`;
}

const code = (text: string) => `\`${text}\``;

const isBodyRequired = (schema: oas31.SchemaObject) => schema.type === "array" || schema.required !== undefined;

function bodyOf(route: Route, kind: DocumentKind, schemas: Schemas): oas31.SchemaObject | undefined {
  const inPath = kind === "bulk" ? elementParameters(route, schemas) : { properties: {}, required: [] };
  const given = route.method === "GET" ? [] : freeArguments(route);
  const properties: Record<string, Schema> = { ...inPath.properties };
  for (const { name, type, description } of given)
    properties[name] = schemas.withoutNull(type, description ?? undefined);
  const required = [...inPath.required, ...given.filter(isRequiredArgument).map(({ name }) => name)];
  const element: oas31.SchemaObject = { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  if (kind === "bulk") return { type: "array", items: element };
  return given.length > 0 ? element : undefined;
}

function responsesOf(route: Route, kind: DocumentKind, schemas: Schemas): oas31.ResponsesObject {
  const { type } = route.operation.field;
  const [status, description, schema] =
    kind === "sync"
      ? ["200", "What the operation answers.", schemas.of(type)]
      : ["202", "Accepted and queued.", reference("async-response")];
  // A read that is open to everyone refuses nobody; a write may still, for what it is given: a password, a group.
  const refuses = route.method !== "GET" || !route.permission.includes("anonymous");
  const errors = errorReferences(["400", ...(refuses ? (["401"] as const) : []), "404", "429", "500", "503"]);
  const tooLarge = route.method === "GET" ? {} : errorReferences(["413"]);
  const reused = kind !== "sync" || route.refusals.includes(422) ? errorReferences(["422"]) : {};
  return { [status]: { description, content: { "application/json": { schema } } }, ...errors, ...tooLarge, ...reused };
}
