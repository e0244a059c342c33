import type { oas31 } from "openapi3-ts";
import { toSwagger2Schemas, toSwagger2Reference, type Swagger2Schema, toSwagger2Schema } from "./swagger2-schemas.js";

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
 * Returns an OpenAPI 3.1 document of `openApiDocument` as Swagger 2.0, the format of Magento's own description, for
 * generators that read no other format. Previews are left out.
 */
export function swagger2Document(document: oas31.OpenAPIObject): Swagger2Document {
  const { info, servers = [], tags, paths = {}, components = {} } = document;
  const { license, ...about } = info;
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
    paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, pathItem(item)])),
    definitions: toSwagger2Schemas(components.schemas ?? {}),
    responses: responsesOf(components.responses ?? {}),
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

const pathItem = (item: oas31.PathItemObject): Readonly<Record<string, Swagger2Schema>> =>
  Object.fromEntries(
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [[method, toOperation(operation)]] : [];
    }),
  );

function toOperation(operation: oas31.OperationObject): Swagger2Schema {
  const { operationId, summary, description, tags, parameters = [], requestBody, responses = {}, security } = operation;
  const body = requestBody && "content" in requestBody ? [bodyParameter(requestBody, operationId)] : [];
  const others = parameters.flatMap((parameter) => ("$ref" in parameter ? [] : [toParameter(parameter)]));
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
    responses: responsesOf(responses),
    security: (security ?? []).map((each) => (bearer in each ? { [bearer]: [] } : {})),
  };
}

const isHeader = (parameter: Swagger2Schema) => parameter["in"] === "header";

/** A parameter outside of the body has a simple type; a list repeats its name. */
function toParameter({ name, in: place, required, description, schema }: oas31.ParameterObject): Swagger2Schema {
  const { "x-nullable": _, description: ofType, ...rest } = schema ? toSwagger2Schema(schema) : {};
  return {
    name,
    in: place,
    ...(required === true ? { required } : {}),
    ...((description ?? ofType) ? { description: description ?? ofType } : {}),
    ...(rest["type"] === undefined ? { type: "string" } : rest),
    ...(rest["type"] === "array" ? { collectionFormat: "multi" } : {}),
  };
}

/** Magento names the body after the operation. Its title becomes the name of its type in generated clients. */
function bodyParameter({ content, required }: oas31.RequestBodyObject, operationId = ""): Swagger2Schema {
  const name = `${operationId}Body`;
  const schema = toSwagger2Schema(content["application/json"]?.schema ?? {});
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

const responsesOf = (responses: Readonly<Record<string, unknown>>): Readonly<Record<string, Swagger2Schema>> =>
  Object.fromEntries(
    Object.entries(responses as Readonly<Record<string, oas31.ResponseObject | oas31.ReferenceObject>>).map(
      ([status, response]) => [status, toResponse(response)],
    ),
  );

function toResponse(response: oas31.ResponseObject | oas31.ReferenceObject): Swagger2Schema {
  if ("$ref" in response) return { $ref: toSwagger2Reference(response.$ref) };
  const { description, content = {} } = response;
  const media = content["application/json"] ?? Object.values(content)[0];
  return { description, ...(media?.schema ? { schema: toSwagger2Schema(media.schema) } : {}) };
}
