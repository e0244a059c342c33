import type { oas31 } from "openapi3-ts";
import type { Route } from "../../contract/routes/operations.js";
import { type DocumentOptions, openApiDocument } from "./openapi.js";
import { Swagger2Definitions } from "./swagger2-definitions.js";
import type { Swagger2Schema } from "./swagger2-schemas.js";

/** A Swagger 2.0 document. Only some fields are typed. */
export interface Swagger2Document {
  readonly swagger: "2.0";
  readonly info: Readonly<Record<string, unknown>>;
  readonly host?: string;
  readonly basePath: string;
  readonly schemes?: readonly string[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Swagger2Schema>>>>;
  readonly definitions: Readonly<Record<string, Swagger2Schema>>;
  readonly [field: string]: unknown;
}

const methods = ["get", "post", "put", "patch", "delete"] as const;
const bearer = "bearer";

/**
 * Returns the document of routes as Swagger 2.0, the format of Magento's own description, for generators that read no other
 * format and for programs with Magento's names. Previews are left out.
 */
export function swagger2Document(routes: readonly Route[], options: DocumentOptions): Swagger2Document {
  const document = openApiDocument(routes, { ...options, tags: "service" });
  const { info, servers = [], tags, paths = {}, components = {} } = document;
  const { license, ...about } = info;
  const definitions = new Swagger2Definitions(components.schemas ?? {});
  const items = Object.entries(paths).map(([path, item]) => [path, pathItem(item, definitions)]);
  const responses = responsesOf(components.responses ?? {}, { definitions, place: "" });
  return {
    swagger: "2.0",
    info: {
      ...about,
      ...(license ? { license: { name: license.name, url: `https://spdx.org/licenses/${license.name}.html` } } : {}),
    },
    ...addressOf(servers[0]?.url ?? "/"),
    consumes: ["application/json"],
    produces: ["application/json"],
    ...(tags ? { tags } : {}),
    paths: Object.fromEntries(items) as Swagger2Document["paths"],
    definitions: definitions.all(),
    responses,
    securityDefinitions: {
      [bearer]: {
        type: "apiKey",
        name: "Authorization",
        in: "header",
        description: "`Bearer` and a token of an administrator, an integration or a customer, separated by a space.",
      },
    },
  };
}

/** Splits the address of the server. A path alone means the host that served the document. */
function addressOf(url: string): Pick<Swagger2Document, "host" | "basePath" | "schemes"> {
  if (!URL.canParse(url)) return { basePath: url };
  const { host, pathname, protocol } = new URL(url);
  return { host, basePath: pathname, schemes: [protocol.replace(":", "")] };
}

/** Schemas are converted at the place at which they stand. */
interface Conversion {
  readonly definitions: Swagger2Definitions;
  /** The service of the operation. */
  readonly place: string;
}

const pathItem = (
  item: oas31.PathItemObject,
  definitions: Swagger2Definitions,
): Readonly<Record<string, Swagger2Schema>> =>
  Object.fromEntries(
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [[method, toOperation(operation, definitions)]] : [];
    }),
  );

function toOperation(operation: oas31.OperationObject, definitions: Swagger2Definitions): Swagger2Schema {
  const { operationId, summary, description, tags, parameters = [], requestBody, responses = {}, security } = operation;
  const at = { definitions, place: tags?.[0] ?? "" };
  const body = requestBody && "content" in requestBody ? [bodyParameter(requestBody, at, operationId)] : [];
  const others = parameters.flatMap((parameter) => ("$ref" in parameter ? [] : [toParameter(parameter, at)]));
  // Methods of generated clients begin with the parameters that Magento has, too.
  const [headers, named] = [others.filter(isHeader), others.filter((parameter) => !isHeader(parameter))];
  const all = [...named, ...body, ...headers];
  const [consumes, produces] = [consumedTypes(requestBody), producedTypes(responses)];
  return {
    operationId,
    summary,
    description,
    tags,
    ...(consumes.some(isNotJson) ? { consumes } : {}),
    ...(produces.some(isNotJson) ? { produces } : {}),
    ...(all.length > 0 ? { parameters: all } : {}),
    responses: responsesOf(responses, at),
    security: (security ?? []).map((each) => (bearer in each ? { [bearer]: [] } : {})),
  };
}

const isHeader = (parameter: Swagger2Schema) => parameter["in"] === "header";

/** A parameter outside of the body has a simple type; a list repeats its name. */
function toParameter(parameter: oas31.ParameterObject, { definitions, place }: Conversion): Swagger2Schema {
  const { name, required, description, schema } = parameter;
  const { "x-nullable": _, description: ofType, ...rest } = schema ? definitions.convert(schema, place) : {};
  return {
    name,
    in: parameter.in,
    ...(required === true ? { required } : {}),
    ...((description ?? ofType) ? { description: description ?? ofType } : {}),
    ...(rest["type"] === undefined ? { type: "string" } : rest),
    ...(rest["type"] === "array" ? { collectionFormat: "multi" } : {}),
  };
}

/** Magento names the body after the operation. Its title becomes the name of its type in generated clients. */
function bodyParameter(
  { content, required }: oas31.RequestBodyObject,
  { definitions, place }: Conversion,
  operationId = "",
): Swagger2Schema {
  const name = `${operationId}Body`;
  const schema = definitions.convert(content["application/json"]?.schema ?? {}, place);
  const titled = schema["type"] === "object" ? { title: name, ...schema } : schema;
  return { name, in: "body", ...(required ? { required } : {}), schema: titled };
}

const consumedTypes = (body: oas31.OperationObject["requestBody"]): readonly string[] =>
  body && "content" in body ? Object.keys(body.content) : [];

const producedTypes = (responses: oas31.ResponsesObject): readonly string[] => [
  ...new Set(
    Object.values(responses as Record<string, oas31.ResponseObject | oas31.ReferenceObject>).flatMap((response) =>
      "content" in response ? Object.keys(response.content ?? {}) : [],
    ),
  ),
];

const isNotJson = (mediaType: string) => mediaType !== "application/json";

const responsesOf = (
  responses: Readonly<Record<string, unknown>>,
  at: Conversion,
): Readonly<Record<string, Swagger2Schema>> =>
  Object.fromEntries(
    Object.entries(responses as Readonly<Record<string, oas31.ResponseObject | oas31.ReferenceObject>>).map(
      ([status, response]) => [status, toResponse(response, at)],
    ),
  );

function toResponse(
  response: oas31.ResponseObject | oas31.ReferenceObject,
  { definitions, place }: Conversion,
): Swagger2Schema {
  if ("$ref" in response) return { $ref: response.$ref.replace("#/components/responses/", "#/responses/") };
  const { description, content = {} } = response;
  const media = content["application/json"] ?? Object.values(content)[0];
  return { description, ...(media?.schema ? { schema: definitions.convert(media.schema, place) } : {}) };
}
