import "reflect-metadata";
import { assertValidSchema, type GraphQLSchema } from "graphql";
import { buildSchemaSync, type NonEmptyArray, type ResolverData } from "type-graphql";
import { resolvers as analytics } from "./analytics/resolvers.js";
import type { RateLimits } from "./auth/limits/rate-limits.js";
import { resolvers as auth } from "./auth/resolvers.js";
import { resolvers as balance } from "./balance/resolvers.js";
import { graph as bulkGraph } from "./bulk/graph.js";
import { resolvers as bulk } from "./bulk/resolvers.js";
import type { BulkWatch } from "./bulk/status/progress-watch.js";
import type { Carriers } from "./cart/carriers.js";
import type { Commerce } from "./cart/commerce.js";
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
import { guard } from "./call/invoke.js";
import type { GraphqlContext } from "./call/kernel.js";
import type { AsyncQueue } from "./call/async-queue.js";
import type { ReadResource } from "./call/read-resource.js";
import type { RepeatCall } from "./call/stored-calls.js";
import { withoutCommerce } from "./contract/editions.js";
import type { DomainGraph } from "./contract/graph.js";
import type { Operation } from "./contract/operations.js";
import type { Edition } from "./contract/rest.js";
import { shapeName } from "./contract/shape.js";
import { publicSchema } from "./graphql/public-schema.js";

/** The collaborators of resolvers; a constructor takes the ones that its class needs. */
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

/** What GraphQL has of every domain beyond its operations. */
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

/** The schema, and the operations that its root fields are. */
export interface Surface {
  /** The schema of the contract, which REST reads and writes by. */
  readonly schema: GraphQLSchema;
  /** Returns the schema of GraphQL, which is built once. */
  readonly graph: () => GraphQLSchema;
  readonly operations: readonly Operation[];
}

const surfaces = new Map<Edition, Surface>();

/** Builds the schema of an edition and guards every root field, once a process. By default, it has everything. */
export function buildSurface(edition: Edition = "commerce"): Surface {
  const built = surfaces.get(edition);
  if (built) return built;
  const whole = buildSchemaSync({
    resolvers: resolvers as NonEmptyArray<ResolverClass>,
    validate: false,
    // It is checked below; here it would be checked by answering a whole introspection at each start.
    skipCheck: true,
    orphanedTypes: [...graphTypes],
    container: ({ context }: ResolverData<GraphqlContext>) => context.kernel.resolvers,
  });
  const schema = inOrder(edition === "commerce" ? whole : withoutCommerce(whole, graphTypes.map(shapeName)));
  assertValidSchema(schema);
  const operations = guard(schema);
  let graph: GraphQLSchema | undefined;
  const surface = {
    schema,
    operations,
    graph: () => (graph ??= publicSchema({ contract: schema, operations, graphs })),
  };
  surfaces.set(edition, surface);
  return surface;
}

/** Arguments as the methods declare them: parameter decorators run from the last to the first, and so TypeGraphQL has them. */
function inOrder(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) field.args = [...field.args].reverse();
  }
  return schema;
}
