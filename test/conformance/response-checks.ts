import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { bulkPath, type DocumentKind } from "../../src/api/reference/openapi/openapi-paths.js";
import type { Route } from "../../src/api/contract/routes/operations.js";
import {
  documented,
  type DocumentedOperation,
  type GeneratedDocument,
  generatedDocument,
  type Schema,
} from "./document.js";

interface Answered {
  readonly body: unknown;
  readonly isPartial: boolean;
}

/**
 * Checks answers against the generated document. `isPartial` allows the fields to be left out that `fields=`
 * excludes.
 */
export class ResponseChecks {
  private readonly document: GeneratedDocument;
  private readonly validators = new Map<boolean, Ajv2020>();
  private readonly operations = new Map<Route, DocumentedOperation>();
  private readonly pointers = new Map<DocumentedOperation, string>();

  constructor(private readonly kind: DocumentKind = "sync") {
    this.document = generatedDocument(kind);
  }

  /** Returns the error in an answer; undefined if it is as documented. */
  problem(operation: DocumentedOperation, status: number, { body, isPartial }: Answered): string | undefined {
    const documentedResponse = operation.responses[String(status)];
    if (!documentedResponse) return `status ${status} is not documented`;
    // `fields=` turns an empty list into null.
    if (isPartial && body === null && isList(documentedResponse.content?.["application/json"].schema)) return undefined;
    const pointer =
      documentedResponse.$ref === undefined
        ? `${this.pointerOf(operation)}/responses/${status}/content/application~1json/schema`
        : "#/components/schemas/error-response";
    return errorsOf(this.compiled(pointer, isPartial), body);
  }

  /** Returns the error in the body of a request; undefined if it is as documented. */
  problemOfRequest(operation: DocumentedOperation, body: unknown): string | undefined {
    if (!operation.requestBody) return body === undefined ? undefined : "no body is documented";
    if (body === undefined) return operation.requestBody.required ? "a body is required" : undefined;
    return errorsOf(
      this.compiled(`${this.pointerOf(operation)}/requestBody/content/application~1json/schema`, false),
      body,
    );
  }

  /** Returns the operation of a route in the document. */
  operationOf(route: Route): DocumentedOperation {
    const known = this.operations.get(route) ?? documented(this.document, { ...route, path: this.pathOf(route) });
    this.operations.set(route, known);
    return known;
  }

  private pointerOf(operation: DocumentedOperation): string {
    const known = this.pointers.get(operation) ?? operationPointer(this.document, operation);
    this.pointers.set(operation, known);
    return known;
  }

  private pathOf(route: Route): string {
    if (this.kind === "sync") return route.path;
    return this.kind === "async" ? `/async${route.path}` : `/async/bulk${bulkPath(route)}`;
  }

  private compiled(pointer: string, isPartial: boolean): ValidateFunction {
    const check = this.validator(isPartial).getSchema(`portico${pointer}`);
    if (!check) throw new Error(`the document has nothing at ${pointer}`);
    return check;
  }

  /** Created on first use, because most test files never request a part of an answer. */
  private validator(isPartial: boolean): Ajv2020 {
    const known = this.validators.get(isPartial) ?? validator(this.document, isPartial ? makePartial : makeWhole);
    this.validators.set(isPartial, known);
    return known;
  }
}

function errorsOf(check: ValidateFunction, value: unknown): string | undefined {
  if (check(value)) return undefined;
  const reasons = check.errors?.map(
    ({ instancePath, message, params }) => `${instancePath || "the body"} ${message ?? ""} ${JSON.stringify(params)}`,
  );
  return reasons?.join("; ");
}

function operationPointer(document: GeneratedDocument, { operationId }: DocumentedOperation): string {
  for (const [path, item] of Object.entries(document.paths)) {
    const method = Object.keys(item).find((name) => item[name]?.operationId === operationId);
    const escaped = path.replaceAll("~", "~0").replaceAll("/", "~1").replace(/[{}]/g, encodeURIComponent);
    if (method) return `#/paths/${escaped}/${method}`;
  }
  throw new Error(`the document has no ${operationId}`);
}

function validator(document: GeneratedDocument, change: (schema: Schema) => Schema): Ajv2020 {
  // A test file runs a check a few times, which is faster than optimizing its code.
  const code = { optimize: false };
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, allErrors: true, code });
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [name, change(schema)]);
  ajv.addSchema({ ...document, components: { schemas: Object.fromEntries(schemas) }, $id: "portico" });
  return ajv;
}

/** Fields that the extension `depot` of the tests adds, which the description without extensions does not have. */
const fieldsOfTests = { "^(?:base_)?depot_": {} };

/** Returns the shape without any undeclared properties. */
const closeShape = (schema: Schema): Schema =>
  schema.properties ? { additionalProperties: false, ...{ patternProperties: fieldsOfTests }, ...schema } : schema;

const emptyList: Schema = { type: "array", maxItems: 0 };

/** Returns the schema of a whole answer: as in Magento, an object without fields is an empty list. */
const makeWhole = (schema: Schema): Schema =>
  schema.properties && !schema.required?.length ? { anyOf: [closeShape(schema), emptyList] } : closeShape(schema);

const isList = (schema: Schema | undefined): boolean => schema?.type === "array";

/**
 * Returns the schema of an answer with `fields=`: any field can be left out, an object without fields is an empty list,
 * and an empty list is null.
 */
function makePartial(schema: Schema): Schema {
  if (!schema.properties) return schema;
  const { required: _all, properties = {}, ...rest } = closeShape(schema);
  const partial = Object.entries(properties).map(([name, field]): [string, Schema] => [
    name,
    isList(field) ? { anyOf: [field, { type: "null" }] } : field,
  ]);
  return {
    anyOf: [{ ...rest, properties: Object.fromEntries(partial) }, emptyList],
  };
}
