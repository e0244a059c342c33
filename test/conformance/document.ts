import { readConfig } from "../../src/config.js";
import { buildSurface } from "../../src/schema.js";
import { openApiDocument } from "../../src/api/reference/openapi/openapi.js";
import type { DocumentKind } from "../../src/api/reference/openapi/openapi-paths.js";
import { swagger2Document } from "../../src/api/reference/openapi/swagger2.js";
import type { Route } from "../../src/api/contract/routes/operations.js";

/** JSON Schema as used in the generated document. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly maxItems?: number;
  readonly readOnly?: boolean;
}

interface Content {
  readonly "application/json": { readonly schema: Schema; readonly example?: unknown };
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: "path" | "query" | "header";
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Content }>>;
}

export interface GeneratedDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A parameter in Swagger 2.0: the body has a schema, the others a type. */
interface OlderParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly type?: string;
  readonly schema?: Schema;
}

export interface OlderOperation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly OlderParameter[];
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly schema?: Schema }>>;
}

/** The parts of a description in Swagger 2.0 that tests read. */
export interface OlderDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OlderOperation>>>>;
  readonly definitions: Readonly<Record<string, Schema>>;
}

const { schema, operations } = buildSurface();

/** All declared routes of both editions. */
export const declaredRoutes: readonly Route[] = operations.flatMap((operation) => operation.routes);

const config = readConfig({});

const optionsOf = (kind: DocumentKind) => ({ schema, kind, edition: config.PORTICO_EDITION, server: "/rest/all" });

/** Returns the document of all declared routes as plain data. */
export const generatedDocument = (kind: DocumentKind = "sync"): GeneratedDocument =>
  JSON.parse(JSON.stringify(openApiDocument(declaredRoutes, optionsOf(kind)))) as GeneratedDocument;

/** Returns the same document in Swagger 2.0. */
export const olderDocument = (kind: DocumentKind = "sync"): OlderDocument =>
  JSON.parse(JSON.stringify(swagger2Document(declaredRoutes, optionsOf(kind)))) as OlderDocument;

/** Returns the operation of a route in the document. */
export function documented(document: GeneratedDocument, { method, path }: Pick<Route, "method" | "path">) {
  const shape = (text: string) => text.replace(/\{[^}]*\}|:[^/]+/g, ":").replace(/\/$/, "");
  const found = Object.entries(document.paths).find(([key]) => shape(key) === shape(path))?.[1][method.toLowerCase()];
  if (!found) throw new Error(`the document has no ${method} ${path}`);
  return found;
}

/** Resolves a reference and removes null and the empty list from the schema; `isNullable` says whether null was allowed. */
export function resolveSchema(
  document: GeneratedDocument,
  given: Schema,
): { readonly schema: Schema; readonly isNullable: boolean } {
  if (given.$ref !== undefined) {
    const found = document.components.schemas[given.$ref.replace("#/components/schemas/", "")];
    if (!found) throw new Error(`the document has no ${given.$ref}`);
    return resolveSchema(document, found);
  }
  const choices = given.anyOf?.filter(({ type, maxItems }) => type !== "null" && maxItems !== 0);
  const [only, ...others] = choices ?? [];
  if (only && others.length === 0) return { schema: resolveSchema(document, only).schema, isNullable: true };
  if (typeof given.type === "string" || !given.type) return { schema: given, isNullable: false };
  const [type, ...types] = given.type.filter((name) => name !== "null");
  return { schema: type !== undefined && types.length === 0 ? { ...given, type } : given, isNullable: true };
}
