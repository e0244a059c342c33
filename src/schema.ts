import "reflect-metadata";
import type { GraphQLSchema } from "graphql";
import { buildSchemaSync, type NonEmptyArray, type ResolverData } from "type-graphql";
import type { RateLimits } from "./auth/limits/rate-limits.js";
import { resolvers as auth } from "./auth/resolvers.js";
import { resolvers as bulk } from "./bulk/resolvers.js";
import { resolvers as catalog } from "./catalog/resolvers.js";
import type { Config } from "./config.js";
import { resolvers as content } from "./content/resolvers.js";
import { resolvers as customer } from "./customer/resolvers.js";
import { resolvers as directory } from "./directory/resolvers.js";
import { resolvers as inventory } from "./inventory/resolvers.js";
import type { MediaLibrary } from "./media/media-library.js";
import { resolvers as pricing } from "./pricing/resolvers.js";
import { resolvers as search } from "./search/resolvers.js";
import { resolvers as store } from "./store/resolvers.js";
import { resolvers as tax } from "./tax/resolvers.js";
import { guard } from "./call/invoke.js";
import type { GraphqlContext } from "./call/kernel.js";
import type { AsyncQueue } from "./call/async-queue.js";
import type { Operation } from "./contract/operations.js";

/** The collaborators of resolvers; a constructor takes the ones that its class needs. */
export interface Dependencies {
  readonly config: Config;
  readonly limits: RateLimits;
  readonly media: MediaLibrary;
  readonly asyncQueue: AsyncQueue;
  /** Names of the Magento modules whose routes the installed edition offers. */
  readonly modules: readonly string[];
}

type ResolverClass = new (dependencies: Dependencies) => object;

/** The resolver classes of every domain; each domain lists its own. */
const resolvers: readonly ResolverClass[] = [
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
        resolvers: resolvers as NonEmptyArray<ResolverClass>,
        validate: false,
        // Apollo Server checks it; here it would be checked by answering a whole introspection at each start.
        skipCheck: true,
        orphanedTypes: [],
        container: ({ context }: ResolverData<GraphqlContext>) => context.kernel.resolvers,
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
