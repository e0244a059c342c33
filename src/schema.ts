import "reflect-metadata";
import type { GraphQLSchema } from "graphql";
import { buildSchemaSync, type NonEmptyArray } from "type-graphql";
import { resolvers as auth } from "./auth/resolvers.js";
import { resolvers as bulk } from "./bulk/resolvers.js";
import { resolvers as catalog } from "./catalog/resolvers.js";
import { resolvers as content } from "./content/resolvers.js";
import { resolvers as customer } from "./customer/resolvers.js";
import { resolvers as directory } from "./directory/resolvers.js";
import { resolvers as inventory } from "./inventory/resolvers.js";
import { resolvers as pricing } from "./pricing/resolvers.js";
import { resolvers as search } from "./search/resolvers.js";
import { resolvers as store } from "./store/resolvers.js";
import { resolvers as tax } from "./tax/resolvers.js";
import { guard } from "./call/invoke.js";
import { instanceOf } from "./call/method-call.js";
import type { Operation } from "./contract/operations.js";

/** The resolver classes of every domain; each domain lists its own. */
const resolvers: readonly (new () => object)[] = [
  ...auth,
  ...bulk,
  ...customer,
  ...directory,
  ...store,
  ...pricing,
  ...catalog,
  ...inventory,
  ...content,
  ...search,
  ...tax,
];

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
      buildSchemaSync({
        resolvers: resolvers as NonEmptyArray<new () => object>,
        validate: false,
        // Apollo Server checks it; here it would be checked by answering a whole introspection at each start.
        skipCheck: true,
        orphanedTypes: [],
        container: { get: instanceOf },
      }),
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
