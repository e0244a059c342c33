import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { oas31 } from "openapi3-ts";
import { type Route, queuesFile } from "../../contract/routes/operations.js";
import type { Schema } from "./openapi-schemas.js";
import type { DocumentKind } from "./openapi-paths.js";

/** A call of a route that succeeded in the tests, shortened. `npm run examples` writes them. */
export interface Example {
  /** Path parameters by the names of the route. */
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly answer?: unknown;
}

/**
 * The file of examples, keyed by route as `GET /V1/path/:parameter`. The build copies the file, so it is next to the
 * compiled module too.
 */
export const examplesPath = join(import.meta.dirname, "../examples.json");

let loadedExamples: Readonly<Record<string, Example>> | undefined;

function exampleOf({ line }: Route): Example | undefined {
  loadedExamples ??= JSON.parse(readFileSync(examplesPath, "utf8")) as Readonly<Record<string, Example>>;
  return loadedExamples[line];
}

interface Described {
  readonly kind: DocumentKind;
  /** Names of the path parameters in the document. */
  readonly parameters: readonly string[];
}

/** Returns the operation with the body and the answer of a call, and with values for its path. */
export function withExample(
  operation: oas31.OperationObject,
  route: Route,
  { kind, parameters: names }: Described,
): oas31.OperationObject {
  const example = exampleOf(route);
  if (!example) return operation;
  const { parameters, requestBody, responses = {} } = operation;
  const body = kind === "bulk" ? [elementOf(example, requestBody)] : (example.body ?? defaultBody(requestBody));
  const valueOf = (name: string) => (example.path ?? {})[route.parameters[names.indexOf(name)] ?? ""];
  const [status, answer] = kind === "sync" ? [queuesFile(route) ? "202" : "200", example.answer] : acceptedAnswer;
  return {
    ...operation,
    ...(parameters ? { parameters: parameters.map((one) => withValue(one, valueOf)) } : {}),
    ...(requestBody && body !== undefined ? { requestBody: withContent(requestBody, body) } : {}),
    ...(answer === undefined
      ? {}
      : { responses: { ...responses, [status]: withContent(responses[status] as oas31.ResponseObject, answer) } }),
  };
}

/** The answer to every queued call. */
const acceptedAnswer = [
  "202",
  {
    bulk_uuid: "5f0c1b1e-7d42-4c8a-9f63-000000000001",
    request_items: [{ id: 0, data_hash: null, status: "accepted" }],
    errors: false,
  },
] as const;

/** Returns an empty object for a call whose body is optional. */
const defaultBody = (requestBody: oas31.OperationObject["requestBody"]) =>
  (requestBody as oas31.RequestBodyObject | undefined)?.required === false ? {} : undefined;

/** Returns an element of a bulk: a body that also contains the path parameters, `:sku` as `sku`. */
function elementOf({ path = {}, body }: Example, requestBody: oas31.OperationObject["requestBody"]): object {
  const list = (requestBody as oas31.RequestBodyObject).content["application/json"]?.schema as
    oas31.SchemaObject | undefined;
  const { properties = {} } = (list?.items ?? {}) as oas31.SchemaObject;
  const inPath = Object.entries(path).map(([name, value]) => [
    name,
    toParameterType(value, { schema: properties[name] }),
  ]);
  return { ...(Object.fromEntries(inPath) as object), ...(body as object | undefined) };
}

function withContent<T extends oas31.RequestBodyObject | oas31.ResponseObject | oas31.ReferenceObject>(
  described: T,
  example: unknown,
): T {
  if (!("content" in described)) return described;
  const json = described.content["application/json"];
  return json
    ? { ...described, content: { ...described.content, "application/json": { ...json, example } } }
    : described;
}

function withValue(
  parameter: oas31.ParameterObject | oas31.ReferenceObject,
  valueOf: (name: string) => string | undefined,
): oas31.ParameterObject | oas31.ReferenceObject {
  if (!("in" in parameter) || parameter.in !== "path") return parameter;
  const value = valueOf(parameter.name);
  return value === undefined ? parameter : { ...parameter, example: toParameterType(value, parameter) };
}

/** Converts a path value to the type of its parameter. */
function toParameterType(value: string, { schema }: { readonly schema?: Schema | undefined }): string | number {
  const isNumber = schema !== undefined && "type" in schema && (schema.type === "integer" || schema.type === "number");
  return isNumber ? Number(value) : value;
}
