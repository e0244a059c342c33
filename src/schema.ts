import "reflect-metadata";
import { assertValidSchema, type GraphQLSchema } from "graphql";
import { buildSchemaSync, type NonEmptyArray, type ResolverData } from "type-graphql";
import { resolvers as analytics } from "./analytics/resolvers.js";
import type { RateLimits } from "./auth/limits/rate-limits.js";
import { resolvers as auth } from "./auth/resolvers.js";
import { resolvers as balance } from "./balance/resolvers.js";
import { graph as bulkGraph } from "./bulk/graph.js";
import { resolvers as bulk } from "./bulk/resolvers.js";
import type { BulkWatch } from "./bulk/status/progress/progress-watch.js";
import type { Carriers, Commerce } from "./cart/cart-dependencies.js";
import { graph as cartGraph } from "./cart/graph.js";
import { resolvers as cart } from "./cart/resolvers.js";
import { graph as catalogGraph } from "./catalog/graph.js";
import { resolvers as catalog } from "./catalog/resolvers.js";
import { resolvers as checkout } from "./checkout/resolvers.js";
import type { Config } from "./config.js";
import { resolvers as content } from "./content/resolvers.js";
import { graph as customerGraph } from "./customer/graph.js";
import { resolvers as customer } from "./customer/resolvers.js";
import { resolvers as directory } from "./directory/resolvers.js";
import { graph as eventsGraph } from "./events/graph.js";
import { resolvers as events } from "./events/resolvers.js";
import { resolvers as giftRegistry } from "./gift-registry/resolvers.js";
import { resolvers as giftWrapping } from "./gift-wrapping/resolvers.js";
import { graph as inventoryGraph } from "./inventory/graph.js";
import { resolvers as inventory } from "./inventory/resolvers.js";
import type { MediaLibrary } from "./media/media-library.js";
import { graph as pricingGraph } from "./pricing/graph.js";
import { resolvers as pricing } from "./pricing/resolvers.js";
import { resolvers as promotion } from "./promotion/resolvers.js";
import type { DocumentListener } from "./sales/documents/document-listener.js";
import { resolvers as returns } from "./returns/resolvers.js";
import { graph as salesGraph } from "./sales/graph.js";
import { resolvers as sales } from "./sales/resolvers.js";
import { resolvers as search } from "./search/resolvers.js";
import { resolvers as store } from "./store/resolvers.js";
import { resolvers as tax } from "./tax/resolvers.js";
import { resolvers as webhooks } from "./webhooks/resolvers.js";
import { routeFieldsThroughInvoke } from "./call/invoke.js";
import type { GraphqlContext } from "./call/kernel.js";
import type { AsyncQueue } from "./call/stored/async-queue.js";
import type { ReadResource } from "./call/stored/read-resource.js";
import type { RepeatCall } from "./call/stored/stored-calls.js";
import { withoutCommerce } from "./contract/editions.js";
import type { DomainGraph } from "./contract/graph.js";
import type { Operation } from "./contract/routes/operations.js";
import type { Edition } from "./contract/rest.js";
import { addInheritedExtensions, shapeName } from "./contract/shape.js";
import { buildPublicSchema } from "./graphql/schema/public-schema.js";

/** The dependencies of resolvers. A constructor takes those that its class needs. */
export interface Dependencies {
  readonly config: Config;
  readonly limits: RateLimits;
  readonly media: MediaLibrary;
  readonly asyncQueue: AsyncQueue;
  readonly bulkWatch: BulkWatch;
  readonly repeatCall: RepeatCall;
  readonly readResource: ReadResource;
  readonly wakeWebhooks: () => void;
  readonly carriers: Carriers;
  readonly documentListener: DocumentListener;
  /** Absent in the open-source edition. */
  readonly commerce?: Commerce | undefined;
  /** Names of the Magento modules whose routes the installed edition offers. */
  readonly modules: readonly string[];
}

type ResolverClass = new (dependencies: Dependencies) => object;

/** The resolver classes of every domain; each domain lists its own. */
const resolvers: readonly ResolverClass[] = [
  ...analytics,
  ...auth,
  ...bulk,
  ...customer,
  ...directory,
  ...store,
  ...pricing,
  ...promotion,
  ...catalog,
  ...inventory,
  ...content,
  ...sales,
  ...events,
  ...webhooks,
  ...search,
  ...tax,
  ...cart,
  ...checkout,
  ...balance,
  ...returns,
  ...giftWrapping,
  ...giftRegistry,
];

/** Additions of the domains to GraphQL besides their operations. */
const graphs: readonly DomainGraph[] = [
  catalogGraph,
  pricingGraph,
  inventoryGraph,
  customerGraph,
  cartGraph,
  salesGraph,
  bulkGraph,
  eventsGraph,
];
const graphTypes = graphs.flatMap(({ types = [] }) => types);

/** The schemas and the operations of their root fields. */
export interface Surface {
  /** The schema of the contract, by which REST reads and writes. */
  readonly schema: GraphQLSchema;
  /** Returns the schema of GraphQL. It is built once. */
  readonly graph: () => GraphQLSchema;
  readonly operations: readonly Operation[];
}

const surfaces = new Map<Edition, Surface>();

/**
 * Builds the schema of an edition and guards every root field, once per process. The default is the commerce edition,
 * which has everything.
 */
export function buildSurface(edition: Edition = "commerce"): Surface {
  const built = surfaces.get(edition);
  if (built) return built;
  const whole = buildSchemaSync({
    resolvers: resolvers as NonEmptyArray<ResolverClass>,
    validate: false,
    // The schema is validated below. TypeGraphQL would validate it by running a whole introspection at each start.
    skipCheck: true,
    orphanedTypes: [...graphTypes],
    container: ({ context }: ResolverData<GraphqlContext>) => context.kernel.resolvers,
  });
  addInheritedExtensions(whole);
  const schema = inOrder(edition === "commerce" ? whole : withoutCommerce(whole, graphTypes.map(shapeName)));
  assertValidSchema(schema);
  const operations = routeFieldsThroughInvoke(schema);
  let graph: GraphQLSchema | undefined;
  const surface = {
    schema,
    operations,
    graph: () => (graph ??= buildPublicSchema({ contract: schema, operations, graphs })),
  };
  surfaces.set(edition, surface);
  return surface;
}

/**
 * Puts arguments in the order of the method parameters. Parameter decorators run from the last to the first, so
 * TypeGraphQL has them in reverse.
 */
function inOrder(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) field.args = [...field.args].reverse();
  }
  return schema;
}
