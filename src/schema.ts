import "reflect-metadata";
import { assertValidSchema, type GraphQLSchema } from "graphql";
import { buildSchemaSync, type NonEmptyArray, type ResolverData } from "type-graphql";
import { resolvers as analytics } from "./commerce/analytics/resolvers.js";
import { resolvers as auth } from "./api/auth/resolvers.js";
import { resolvers as balance } from "./commerce/balance/resolvers.js";
import { graph as bulkGraph } from "./api/bulk/graph.js";
import { resolvers as bulk } from "./api/bulk/resolvers.js";
import { graph as cartGraph } from "./commerce/cart/graph.js";
import { resolvers as cart } from "./commerce/cart/resolvers.js";
import { graph as catalogGraph } from "./commerce/catalog/graph.js";
import { resolvers as catalog } from "./commerce/catalog/resolvers.js";
import { resolvers as checkout } from "./commerce/checkout/resolvers.js";
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
import { graph as pricingGraph } from "./commerce/pricing/graph.js";
import { resolvers as pricing } from "./commerce/pricing/resolvers.js";
import { resolvers as promotion } from "./commerce/promotion/resolvers.js";
import { resolvers as returns } from "./commerce/returns/resolvers.js";
import { graph as storefrontGraph } from "./commerce/storefront/graph.js";
import { resolvers as storefront } from "./commerce/storefront/resolvers.js";
import { graph as salesGraph } from "./commerce/sales/graph.js";
import { resolvers as sales } from "./commerce/sales/resolvers.js";
import { resolvers as search } from "./commerce/search/resolvers.js";
import { resolvers as store } from "./commerce/store/resolvers.js";
import { resolvers as tax } from "./commerce/tax/resolvers.js";
import type { ResolverClass } from "./dependencies.js";
import { withExtensions } from "./extensions.js";
import { allExtras, type Extras } from "./extras.js";
import { routeFieldsThroughInvoke } from "./api/call/invoke.js";
import type { GraphqlContext } from "./api/call/kernel.js";
import { withoutCommerce } from "./api/contract/editions.js";
import type { DomainGraph } from "./api/contract/graph.js";
import type { Operation } from "./api/contract/routes/operations.js";
import type { Edition } from "./api/contract/rest.js";
import { addInheritedExtensions, shapeName } from "./api/contract/shape.js";
import { buildPublicSchema } from "./api/graphql/schema/public-schema.js";

/** The resolver classes of the contract; each domain lists its own. */
const contractResolvers: readonly ResolverClass[] = [
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
  ...search,
  ...tax,
  ...cart,
  ...checkout,
  ...storefront,
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
  storefrontGraph,
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

const surfaces = new Map<Extras, Map<Edition, Surface>>();

/**
 * Builds the schema of an edition and guards every root field, once per process. The default is the commerce edition,
 * which has everything.
 */
export function buildSurface(edition: Edition = "commerce", extras: Extras = withExtensions(allExtras)): Surface {
  const built = surfaces.get(extras) ?? new Map<Edition, Surface>();
  surfaces.set(extras, built);
  const known = built.get(edition);
  if (known) return known;
  let surface: Surface;
  try {
    surface = createSurface(edition, extras);
  } catch (error) {
    throw extras.explain?.(error) ?? error;
  }
  built.set(edition, surface);
  return surface;
}

/** Builds a surface. Throws if a declaration breaks a rule. */
function createSurface(edition: Edition, extras: Extras): Surface {
  const whole = buildSchemaSync({
    resolvers: [...contractResolvers, ...extras.resolvers] as NonEmptyArray<ResolverClass>,
    validate: false,
    // The schema is validated below. TypeGraphQL would validate it by running a whole introspection at each start.
    skipCheck: true,
    orphanedTypes: [...graphTypes],
    container: ({ context }: ResolverData<GraphqlContext>) => context.kernel.resolvers,
  });
  extras.extendSchema?.(whole);
  addInheritedExtensions(whole);
  const schema = inOrder(edition === "commerce" ? whole : withoutCommerce(whole, graphTypes.map(shapeName)));
  assertValidSchema(schema);
  const operations = routeFieldsThroughInvoke(schema);
  let graph: GraphQLSchema | undefined;
  return {
    schema,
    operations,
    graph: () => (graph ??= buildPublicSchema({ contract: schema, operations, graphs })),
  };
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
