import {
  getNullableType,
  type GraphQLArgument,
  type GraphQLInputField,
  GraphQLString,
  type GraphQLType,
  isInputObjectType,
  isListType,
  isRequiredArgument,
} from "graphql";
import type { oas31 } from "openapi3-ts";
import { descriptionOf, type Schemas } from "./openapi-schemas.js";
import { camelCase } from "../../call/spelling.js";
import type { Route } from "../../contract/routes/operations.js";

/** Returns the arguments outside the path, except those that the caller's identity provides. */
export const freeArguments = (route: Route): GraphQLArgument[] =>
  route.operation.field.args.filter(
    ({ name }) => !(name in route.bind) && !Object.values(route.targets).includes(name),
  );

/** Returns the target of a path parameter: an argument, or a field of an input object. */
function targetOf(route: Route, parameter: string): { type: GraphQLType; description?: string; required: boolean } {
  const [name = parameter, property] = (route.targets[parameter] ?? parameter).split(".");
  const argument = route.operation.field.args.find((candidate) => candidate.name === name);
  if (!argument) throw new Error(`${route.method} ${route.path}: no argument matches the path parameter :${parameter}`);
  // The path contains the text by which the argument is looked up, for example a masked id.
  if (typeof route.bind[name] === "object") {
    return {
      type: GraphQLString,
      required: true,
      ...(argument.description ? { description: argument.description } : {}),
    };
  }
  const shape = getNullableType(argument.type);
  const field = property !== undefined && isInputObjectType(shape) ? shape.getFields()[property] : undefined;
  const { type, description } = field ?? argument;
  const required = field === undefined && isRequiredArgument(argument) && !(name in route.bind);
  return { type, required, ...(description ? { description } : {}) };
}

/** The header that makes a write safe to repeat. */
export const idempotencyHeader: oas31.ParameterObject = {
  name: "Idempotency-Key",
  in: "header",
  description: "Repeating the call with this key within 24 hours returns the first response and changes nothing.",
  schema: { type: "string", maxLength: 255 },
};

/** The headers of every asynchronous and bulk call. */
export const asyncHeaders: readonly oas31.ParameterObject[] = [
  idempotencyHeader,
  {
    name: "Callback-Url",
    in: "header",
    description: "URL to post the summary to once every operation has finished. The settings must allow its host.",
    schema: { type: "string", format: "uri" },
  },
];

/** The header of reads that can wait. */
export const preferHeader: oas31.ParameterObject = {
  name: "Prefer",
  in: "header",
  description: "`wait=<seconds>`, at most 60: answer when no operation is open or the time has passed (RFC 7240).",
  schema: { type: "string" },
};

/** The header of writes that have a preview. */
export const dryRunHeader: oas31.ParameterObject = {
  name: "Prefer",
  in: "header",
  description:
    "`dry-run`: answer with a preview of the call and change nothing (RFC 7240). The response has the header `Preference-Applied` and the schema in `x-portico-preview`.",
  schema: { type: "string" },
};

/** The header of event streams with the last event that a reconnecting client received. */
export const lastEventIdHeader: oas31.ParameterObject = {
  name: "Last-Event-ID",
  in: "header",
  description: "Id of the last received event.",
  schema: { type: "string" },
};

/** Returns the path parameters, named as in the document's path. */
export const pathParameters = (route: Route, names: readonly string[], schemas: Schemas): oas31.ParameterObject[] =>
  route.parameters.map((parameter, at) => {
    const { type, description } = targetOf(route, parameter);
    return {
      name: names[at] ?? parameter,
      in: "path",
      required: true,
      ...(description ? { description } : {}),
      schema: schemas.withoutNull(type),
    };
  });

/** Returns the path parameters as properties of a bulk element. */
export function elementParameters(route: Route, schemas: Schemas) {
  const targets = route.parameters.map((name) => ({ name, ...targetOf(route, name) }));
  return {
    properties: Object.fromEntries(
      targets.map(({ name, type, description }) => [name, schemas.withoutNull(type, description)]),
    ),
    required: targets.filter(({ required }) => required).map(({ name }) => name),
  };
}

const fields: oas31.ParameterObject = {
  name: "fields",
  in: "query",
  required: false,
  description:
    "Fields to include in the response, such as `items[sku,name],total_count`. All others are left out, even required ones.",
  schema: { type: "string" },
};

/**
 * Returns the query parameters of a read, or of a write whose body can be a file. Objects are expanded, as in
 * `searchCriteria[pageSize]`.
 */
export function queryParameters(route: Route, schemas: Schemas): oas31.ParameterObject[] {
  if (route.file === "request") return besideFile(route, schemas);
  if (route.method !== "GET") return [];
  const given = freeArguments(route).flatMap((argument) =>
    expandParameter(argument.name, argument, { required: isRequiredArgument(argument), schemas, shapes: [] }),
  );
  return isComposite(route.operation.field.type) ? [...given, fields] : given;
}

/** Returns the arguments that the query has when the body is the file, which is the required argument. */
const besideFile = (route: Route, schemas: Schemas) =>
  freeArguments(route)
    .filter((argument) => !isRequiredArgument(argument))
    .flatMap((argument) => expandParameter(argument.name, argument, { required: false, schemas, shapes: [] }));

interface ExpansionContext {
  readonly required: boolean;
  readonly schemas: Schemas;
  /** Names of the enclosing shapes. A recursive shape is expanded once. */
  readonly shapes: readonly string[];
}

function expandParameter(
  name: string,
  field: Pick<GraphQLArgument | GraphQLInputField, "type" | "description" | "extensions">,
  { required, schemas, shapes }: ExpansionContext,
): oas31.ParameterObject[] {
  const [type, description] = [field.type, descriptionOf(field)];
  const listed = getNullableType(type);
  const isList = isListType(listed);
  const item = getNullableType(isList ? listed.ofType : listed);
  if (isInputObjectType(item)) {
    if (shapes.includes(item.name)) return [];
    const within = { required: false, schemas, shapes: [...shapes, item.name] };
    const prefix = isList ? `${name}[0]` : name;
    return Object.values(item.getFields()).flatMap((inner) =>
      expandParameter(`${prefix}[${camelCase(inner.name)}]`, inner, within),
    );
  }
  return [
    {
      name: isList ? `${name}[]` : name,
      in: "query",
      required,
      ...(description ? { description } : {}),
      schema: schemas.parameter(field),
    },
  ];
}

function isComposite(type: GraphQLType): boolean {
  const nullable = getNullableType(type);
  return isListType(nullable) ? isComposite(nullable.ofType) : "getFields" in nullable;
}
