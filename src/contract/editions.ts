import { type GraphQLObjectType, GraphQLSchema, isInputObjectType, isObjectType } from "graphql";
import type { RestDeclaration } from "./rest.js";

/**
 * Removes what only the commerce edition has from a schema: operations all of whose routes are that edition's, extension
 * attributes that are declared so, and the types that nothing refers to then, except for some.
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
