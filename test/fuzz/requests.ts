import fc, { type Arbitrary } from "fast-check";
import type { DocumentKind } from "../../src/webapi/openapi.js";
import { type DocumentedOperation, type GeneratedDocument, generatedDocument } from "../conformance/document.js";
import { broken, valuesOf } from "./values.js";

/** A request to send; `operationId` and `kind` say which one it was made for. */
export interface FuzzRequest {
  readonly kind: DocumentKind;
  readonly operationId: string;
  readonly method: string;
  /** From `/rest` on. */
  readonly path: string;
  readonly body: string | undefined;
  readonly contentType: string;
  /** Which of the callers sends it. */
  readonly caller: number;
}

/** Requests to every route, through every door, valid and broken, from any of so many callers. */
export function requests(callers: number): Arbitrary<FuzzRequest> {
  const of = (kind: DocumentKind) => {
    const document = generatedDocument(kind);
    const all = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) =>
        requestsTo(document, { kind, path, method, operation, callers }),
      ),
    );
    return fc.oneof(...all);
  };
  return fc.oneof(
    { weight: 8, arbitrary: of("sync") },
    { weight: 1, arbitrary: of("async") },
    { weight: 1, arbitrary: of("bulk") },
  );
}

interface Target {
  readonly kind: DocumentKind;
  readonly path: string;
  readonly method: string;
  readonly operation: DocumentedOperation;
  readonly callers: number;
}

function requestsTo(
  document: GeneratedDocument,
  { kind, path, method, operation, callers }: Target,
): Arbitrary<FuzzRequest> {
  const parameters = operation.parameters ?? [];
  const values = Object.fromEntries(
    parameters.map(({ name, schema }) => [
      name,
      fc.oneof({ weight: 4, arbitrary: valuesOf(document, schema) }, fc.string()),
    ]),
  );
  const required = parameters
    .filter((parameter) => parameter.in === "path" || parameter.required)
    .map(({ name }) => name);
  return fc
    .record({
      store: fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom("", "/default", "/all") },
        fc.constant("/no-such-store"),
      ),
      given: fc.record(values, { requiredKeys: required }),
      body: bodies(document, operation),
      contentType: fc.oneof(
        { weight: 20, arbitrary: fc.constant("application/json") },
        fc.constantFrom("", "text/plain", "application/xml"),
      ),
      caller: fc.nat({ max: callers - 1 }),
    })
    .map(({ store, given, body, contentType, caller }) => {
      const address = path.replace(/\{([^}]*)\}/g, (_, name: string) => encoded(given[name]));
      const query = parameters
        .filter(({ name, in: place }) => place === "query" && name in given)
        .map(({ name }) => `${encodeURIComponent(name)}=${encoded(given[name])}`);
      const search = query.length > 0 ? `?${query.join("&")}` : "";
      return {
        kind,
        operationId: operation.operationId,
        method: method.toUpperCase(),
        path: `/rest${store}${address}${search}`,
        body,
        contentType,
        caller,
      };
    });
}

function bodies(document: GeneratedDocument, { requestBody }: DocumentedOperation): Arbitrary<string | undefined> {
  if (!requestBody) return fc.constant(undefined);
  const valid = valuesOf(document, requestBody.content["application/json"].schema);
  return fc.oneof(
    { weight: 6, arbitrary: valid.map((value) => JSON.stringify(value)) },
    { weight: 6, arbitrary: broken(valid).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom("", "{", "[]", "null", '"text"', '{"a":1e999}', "<a/>", "[".repeat(2000)) },
    { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
  );
}

/** A value within a path or a query; a path with nothing in a segment is another path. */
const encoded = (value: unknown) =>
  encodeURIComponent((typeof value === "string" ? value : JSON.stringify(value ?? "")).toWellFormed()).replace(
    /^\.{1,2}$/,
    "dots",
  ) || "empty";
