import {
  getNullableType,
  type GraphQLArgument,
  type GraphQLType,
  isInputObjectType,
  isListType,
  isRequiredArgument,
} from "graphql";
import type { oas31 } from "openapi3-ts";
import type { Schemas } from "./openapi-schemas.js";
import type { Route } from "../contract/operations.js";

/** The arguments that a call gives outside the path: not those that the caller's identity gives. */
export const freeArguments = (route: Route): GraphQLArgument[] =>
  route.operation.field.args.filter(
    ({ name }) => !(name in route.bind) && !Object.values(route.targets).includes(name),
  );

/** What a path parameter stands for: an argument, or a field of an input object. */
function targetOf(route: Route, parameter: string): { type: GraphQLType; description?: string; required: boolean } {
  const [name = parameter, property] = (route.targets[parameter] ?? parameter).split(".");
  const argument = route.operation.field.args.find((candidate) => candidate.name === name);
  if (!argument) throw new Error(`${route.method} ${route.path}: :${parameter} has no argument`);
  const shape = getNullableType(argument.type);
  const field = property !== undefined && isInputObjectType(shape) ? shape.getFields()[property] : undefined;
  const { type, description } = field ?? argument;
  const required = field === undefined && isRequiredArgument(argument) && !(name in route.bind);
  return { type, required, ...(description ? { description } : {}) };
}

/** The headers that every asynchronous and bulk call may have. */
export const deferralHeaders: readonly oas31.ParameterObject[] = [
  {
    name: "Idempotency-Key",
    in: "header",
    description: "Repeating the call with this key within 24 hours gives the first answer and queues nothing.",
    schema: { type: "string", maxLength: 255 },
  },
  {
    name: "Callback-Url",
    in: "header",
    description: "Where the summary is posted once every operation has ended; a host that the settings allow.",
    schema: { type: "string", format: "uri" },
  },
];

/** For reads that can be waited for. */
export const preferHeader: oas31.ParameterObject = {
  name: "Prefer",
  in: "header",
  description:
    "`wait=<seconds>`, 60 at most: answer when nothing is open any more, or after so many seconds (RFC 7240).",
  schema: { type: "string" },
};

/** For events: what a client that comes back has heard last. */
export const lastEventIdHeader: oas31.ParameterObject = {
  name: "Last-Event-ID",
  in: "header",
  description: "Id of the last event that was heard.",
  schema: { type: "string" },
};

/** The parameters in the path, under the names that the path has in the document. */
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

/** The path parameters as properties of a bulk's element. */
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
  description: "Which fields to answer, as `items[sku,name],total_count`; all others are left out, required ones too.",
  schema: { type: "string" },
};

/** The parameters that go into the query of a read: objects are spelt out, as `searchCriteria[pageSize]`. */
export function queryParameters(route: Route, schemas: Schemas): oas31.ParameterObject[] {
  if (route.method !== "GET") return [];
  const given = freeArguments(route).flatMap((argument) =>
    exploded(argument.name, argument, { required: isRequiredArgument(argument), schemas, shapes: [] }),
  );
  return isComposite(route.operation.field.type) ? [...given, fields] : given;
}

interface Exploded {
  readonly required: boolean;
  readonly schemas: Schemas;
  /** Names of the shapes around this one: one that nests in itself is spelt out once. */
  readonly shapes: readonly string[];
}

function exploded(
  name: string,
  { type, description }: { readonly type: GraphQLType; readonly description?: string | null | undefined },
  { required, schemas, shapes }: Exploded,
): oas31.ParameterObject[] {
  const listed = getNullableType(type);
  const isList = isListType(listed);
  const item = getNullableType(isList ? listed.ofType : listed);
  if (isInputObjectType(item)) {
    if (shapes.includes(item.name)) return [];
    const within = { required: false, schemas, shapes: [...shapes, item.name] };
    const prefix = isList ? `${name}[0]` : name;
    return Object.values(item.getFields()).flatMap((field) =>
      exploded(`${prefix}[${camelCase(field.name)}]`, field, within),
    );
  }
  return [
    {
      name: isList ? `${name}[]` : name,
      in: "query",
      required,
      ...(description ? { description } : {}),
      schema: schemas.withoutNull(type),
    },
  ];
}

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function isComposite(type: GraphQLType): boolean {
  const nullable = getNullableType(type);
  return isListType(nullable) ? isComposite(nullable.ofType) : "getFields" in nullable;
}
