import "reflect-metadata";
import type { GraphQLSchema } from "graphql";
import { buildSchemaSync } from "type-graphql";
import { resolvers } from "./resolvers.js";
import { guard } from "./webapi/invoke.js";
import { instanceOf } from "./webapi/method-call.js";
import type { Operation } from "./webapi/operations.js";

/** The schema, and the operations that its root fields are. */
export interface Surface {
  readonly schema: GraphQLSchema;
  readonly operations: readonly Operation[];
}

let surface: Surface | undefined;

/** Builds the schema and guards every root field. Once a process, because the decorators' register is the process's own. */
export function buildSurface(): Surface {
  if (!surface) {
    const schema = inOrder(
      buildSchemaSync({ resolvers, validate: false, orphanedTypes: [], container: { get: instanceOf } }),
    );
    surface = { schema, operations: guard(schema) };
  }
  return surface;
}

/** Arguments as the methods declare them: parameter decorators run from the last to the first, and so TypeGraphQL has them. */
function inOrder(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) field.args = [...field.args].reverse();
  }
  return schema;
}
