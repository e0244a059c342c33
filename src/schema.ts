import "reflect-metadata";
import { assertValidSchema, type GraphQLSchema } from "graphql";
import { buildSchemaSync, type NonEmptyArray, type ResolverData } from "type-graphql";
import { resolvers as analytics } from "./commerce/analytics/resolvers.js";
import type { RateLimits } from "./api/auth/limits/rate-limits.js";
import type { OpenWork } from "./api/auth/rights/manage-admins.js";
import type { ShopAccounts } from "./api/auth/sign-in/shop-accounts.js";
import { resolvers as auth } from "./api/auth/resolvers.js";
import { resolvers as balance } from "./commerce/balance/resolvers.js";
import { graph as bulkGraph } from "./api/bulk/graph.js";
import { resolvers as bulk } from "./api/bulk/resolvers.js";
import type { BulkWatch } from "./api/bulk/status/progress/progress-watch.js";
import type { Carriers, Commerce } from "./commerce/cart/cart-dependencies.js";
import { graph as cartGraph } from "./commerce/cart/graph.js";
import { resolvers as cart } from "./commerce/cart/resolvers.js";
import { graph as catalogGraph } from "./commerce/catalog/graph.js";
import { resolvers as catalog } from "./commerce/catalog/resolvers.js";
import { resolvers as checkout } from "./commerce/checkout/resolvers.js";
import type { Config } from "./config.js";
import { resolvers as content } from "./commerce/content/resolvers.js";
import { graph as customerGraph } from "./commerce/customer/graph.js";
import { resolvers as customer } from "./commerce/customer/resolvers.js";
import { resolvers as directory } from "./commerce/directory/resolvers.js";
import { graph as eventsGraph } from "./commerce/events/graph.js";
import { resolvers as events } from "./commerce/events/resolvers.js";
import { resolvers as giftRegistry } from "./commerce/gift-registry/resolvers.js";
import { resolvers as giftWrapping } from "./commerce/gift-wrapping/resolvers.js";
import { graph as inventoryGraph } from "./commerce/inventory/graph.js";
import { resolvers as inventory } from "./commerce/inventory/resolvers.js";
import type { MediaLibrary } from "./platform/media/media-library.js";
import { graph as pricingGraph } from "./commerce/pricing/graph.js";
import type { PriceChecks } from "./commerce/pricing/published.js";
import { resolvers as pricing } from "./commerce/pricing/resolvers.js";
import { resolvers as promotion } from "./commerce/promotion/resolvers.js";
import type { DocumentListener } from "./commerce/sales/documents/document-listener.js";
import { resolvers as returns } from "./commerce/returns/resolvers.js";
import { graph as salesGraph } from "./commerce/sales/graph.js";
import { resolvers as sales } from "./commerce/sales/resolvers.js";
import { resolvers as search } from "./commerce/search/resolvers.js";
import { resolvers as store } from "./commerce/store/resolvers.js";
import { resolvers as tax } from "./commerce/tax/resolvers.js";
import { resolvers as priceTools } from "./extras/prices/resolvers.js";
import { resolvers as webhooks } from "./extras/webhooks/resolvers.js";
import { routeFieldsThroughInvoke } from "./api/call/invoke.js";
import type { GraphqlContext } from "./api/call/kernel.js";
import type { AsyncQueue } from "./api/call/stored/async-queue.js";
import type { ReadResource } from "./api/call/stored/read-resource.js";
import type { RepeatCall } from "./api/call/stored/stored-calls.js";
import { withoutCommerce } from "./api/contract/editions.js";
import type { DomainGraph } from "./api/contract/graph.js";
import type { Operation } from "./api/contract/routes/operations.js";
import type { Edition } from "./api/contract/rest.js";
import { addInheritedExtensions, shapeName } from "./api/contract/shape.js";
import { buildPublicSchema } from "./api/graphql/schema/public-schema.js";

/** The dependencies of resolvers. A constructor takes those that its class needs. */
export interface Dependencies {
  readonly config: Config;
  readonly limits: RateLimits;
  readonly accounts: ShopAccounts;
  readonly media: MediaLibrary;
  readonly asyncQueue: AsyncQueue;
  readonly bulkWatch: BulkWatch;
  readonly repeatCall: RepeatCall;
  readonly readResource: ReadResource;
  readonly wakeWebhooks: () => void;
  readonly carriers: Carriers;
  readonly priceChecks: PriceChecks;
  readonly openWork: readonly OpenWork[];
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
  ...priceTools,
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
