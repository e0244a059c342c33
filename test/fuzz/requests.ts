import fc, { type Arbitrary } from "fast-check";
import type { DocumentKind } from "../../src/api/reference/openapi/openapi-paths.js";
import { type DocumentedOperation, type GeneratedDocument, generatedDocument } from "../conformance/document.js";
import { makeInvalid, valuesOf } from "./values.js";

/** A request to send. */
export interface FuzzRequest {
  readonly method: string;
  /** The path from `/rest`. */
  readonly path: string;
  readonly body: string | undefined;
  /** Includes the media type of the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** Index of the caller. */
  readonly caller: number;
}

/** Returns requests to every route in every mode, valid and invalid, from any of the callers. */
export function requests(callers: number): Arbitrary<FuzzRequest> {
  const of = (kind: DocumentKind) => {
    const document = generatedDocument(kind);
    const all = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => requestsTo(document, { path, method, operation, callers })),
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
  readonly path: string;
  readonly method: string;
  readonly operation: DocumentedOperation;
  readonly callers: number;
}

function requestsTo(document: GeneratedDocument, { path, method, operation, callers }: Target): Arbitrary<FuzzRequest> {
  const parameters = operation.parameters ?? [];
  const values = Object.fromEntries(
    parameters.map(({ name, schema, in: place }) => [
      name,
      place === "header" ? headerValues : fc.oneof({ weight: 4, arbitrary: valuesOf(document, schema) }, fc.string()),
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
      const headers = parameters
        .filter(({ name, in: place }) => place === "header" && name in given)
        .map(({ name }) => [name, String(given[name])] as const);
      const search = query.length > 0 ? `?${query.join("&")}` : "";
      return {
        method: method.toUpperCase(),
        path: `/rest${store}${address}${search}`,
        body,
        headers: { ...Object.fromEntries(headers), "Content-Type": contentType },
        caller,
      };
    });
}

/** Values of headers: repeated keys, allowed and disallowed addresses, and anything else. */
const headerValues = fc.oneof(
  fc.constantFrom('"again"', "again", '"', "", "wait=0", "wait=x", "https://hooks.example.com/bulk"),
  fc.constantFrom("http://127.0.0.1/", "ftp://hooks.example.com", "https://", "nowhere"),
  fc.webUrl(),
  fc.string({ maxLength: 300 }).map((text) => text.replace(/[^\x20-\x7e]/g, "~").trim()),
);

function bodies(document: GeneratedDocument, { requestBody }: DocumentedOperation): Arbitrary<string | undefined> {
  if (!requestBody) return fc.constant(undefined);
  const valid = valuesOf(document, requestBody.content["application/json"].schema);
  return fc.oneof(
    { weight: 6, arbitrary: valid.map((value) => JSON.stringify(value)) },
    { weight: 6, arbitrary: makeInvalid(valid).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom("", "{", "[]", "null", '"text"', '{"a":1e999}', "<a/>", "[".repeat(2000)) },
    { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
  );
}

/** Encodes a value for a path or a query. An empty segment would be another path. */
const encoded = (value: unknown) =>
  encodeURIComponent((typeof value === "string" ? value : JSON.stringify(value ?? "")).toWellFormed()).replace(
    /^\.{1,2}$/,
    "dots",
  ) || "empty";
