import { type GraphQLObjectType, GraphQLSchema, isInputObjectType, isObjectType } from "graphql";
import type { RestDeclaration } from "./rest.js";

/**
 * Removes the parts of the commerce edition from a schema: operations whose routes all belong to it, fields that are
 * declared for it, and types that are then unused, except for those in `kept`.
 */
export function withoutCommerce(schema: GraphQLSchema, kept: readonly string[]): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) removeOperations(root);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) && !isInputObjectType(type)) continue;
    const fields = type.getFields();
    for (const [name, field] of Object.entries<{ readonly extensions: Readonly<Record<string, unknown>> }>(fields)) {
      if (field.extensions["edition"] === "commerce") Reflect.deleteProperty(fields, name);
    }
  }
  return new GraphQLSchema({ ...schema.toConfig(), types: kept.flatMap((name) => schema.getType(name) ?? []) });
}

function removeOperations(root: GraphQLObjectType | null | undefined): void {
  const fields = root?.getFields() ?? {};
  for (const [name, { extensions }] of Object.entries(fields)) {
    const routes = Object.entries(extensions).filter(([key]) => key.startsWith("rest:"));
    const isCommerce = routes.every(([, route]) => (route as RestDeclaration).edition === "commerce");
    if (routes.length > 0 && isCommerce) Reflect.deleteProperty(fields, name);
  }
}
