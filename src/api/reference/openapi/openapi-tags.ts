import type { oas31 } from "openapi3-ts";
import type { Route } from "../../contract/routes/operations.js";

/** Descriptions of the resources. A resource that an extension adds gets a general sentence. */
const tagDescriptions: Readonly<Record<string, string>> = {
  addresses: "Deletes stored addresses of customers.",
  adminRoles: "Roles of administrators: their permissions and the prices they may change.",
  adminUsers: "Administrators: accounts, roles, and disabling them.",
  analytics: "The link to the latest export of data for analytics.",
  attributeMetadata: "Fields of customers and their addresses, and which of them each form shows.",
  "audit-log": "Who signed in, and who changed accounts, rights, settings and the control of prices.",
  balanceEntries: "Changes of gift cards, store credit and reward points.",
  bulk: "Tracks, retries, cancels and undoes queued asynchronous and bulk calls.",
  bulks: "Lists bulks with their sender, counts and state.",
  "bundle-products": "Options of bundles and the products to choose from.",
  carts: "Carts of customers, from the first item to placing the order.",
  categories: "The tree of categories, their values by store view, and their products.",
  cmsBlock: "Blocks: pieces of content that pages and themes include.",
  cmsPage: "Pages of content with their addresses, by store view.",
  "configurable-products": "Options and variations of configurable products.",
  coupons: "Coupon codes of cart price rules: single codes and generated series.",
  creditmemo: "Creates a credit memo, reads it, and comments on it.",
  creditmemos: "Searches credit memos.",
  customerGroups: "Groups of customers, which decide prices and taxes, and the group of new customers.",
  customers: "Accounts of customers: registration, passwords, addresses, and changes by administrators.",
  directory: "Countries with their regions, currencies, and exchange rates.",
  eav: "Attribute sets: which attributes a product has.",
  events: "The feed of events, in order, for programs that read it at their own pace.",
  "gift-wrappings": "Gift wrapping designs and their prices by website.",
  giftCardCodePool: "Gift card codes generated in advance.",
  giftRegistries: "Gift registries of customers.",
  giftcardaccounts: "Gift cards and their balances.",
  giftregistry: "Shipping methods for the address of a gift registry, in the caller's cart.",
  "guest-carts": "Carts of guests, found by a masked id, from the first item to placing the order.",
  "guest-giftregistry": "Shipping methods for the address of a gift registry, in a guest's cart.",
  integration: "Signs administrators and customers in with a token, and out again.",
  integrations: "External programs with rights of their own, which sign their calls with OAuth.",
  inventory: "Sources, stocks, quantities by source, salability, and the choice of sources for an order.",
  invoice: "Refunds an invoice.",
  invoices: "Invoices of orders: creating, capturing, voiding, comments and emails.",
  limits: "The rate limits of the caller, and how much of them is left.",
  modules: "Names of the installed modules.",
  order: "Documents of an order: invoices it, ships it and refunds it.",
  orders: "Orders: search, import, holding, canceling, comments and emails.",
  permissions: "The tree of permissions that roles and integrations are given.",
  "price-changes": "The price history: who changed which price when, and undoing changes.",
  "price-exports": "Writes prices as a file.",
  "price-guard-rails": "Limits on how far a call may change prices.",
  "price-import-mappings": "Stores which columns of a file hold which values, under a name.",
  "price-imports": "Sets prices from a file of any length, with a preview.",
  "price-proposals": "Calls that a guard-rail holds until another user approves them.",
  "price-proposal-groups": "Held calls of one bulk, to approve or reject together.",
  "price-schedules": "Prices that change together at a later time.",
  "priced-products": "Products with their prices, stock and last price change, a page at a time.",
  products: "Products of all types with their attributes, prices, images, links, options and stock.",
  "products-render-info": "Data of product lists: names, prices, images and links.",
  returns: "Returns of shipped goods: requests, decisions, labels, tracking and comments.",
  returnsAttributeMetadata: "Fields of the items of a return.",
  reward: "Pays for the caller's cart with reward points.",
  rewardRates: "How many points an amount earns, and what points are worth.",
  salesRules: "Cart price rules: conditions, discounts and how often they apply.",
  search: "Searches the catalog as a customer does, ranked and with counts for filters.",
  session: "Signs in with a cookie, for pages in a browser.",
  shipment: "Creates a shipment, reads it, and adds tracking numbers, comments and emails.",
  shipments: "Searches shipments.",
  stockItems: "Quantities and stock settings of single products, and products that run low.",
  stockStatuses: "Whether a product is in stock.",
  store: "Websites, stores, store views and their settings.",
  taxClasses: "Classes of products and customers that tax rules refer to.",
  taxRates: "Percentages by country, region and postal code.",
  taxRules: "Which rate applies to which classes, and in which order.",
  tfa: "The second factor of administrators: setting it up, and signing in with a code.",
  transactions: "Payment transactions of orders.",
  webhooks: "Posts events to an address: subscriptions, secrets, deliveries and replays.",
};

/**
 * What the tags of a description are: resources, by which the reference page lists the routes, or the names of services, as
 * in Magento's own description.
 */
export type TagKind = "resource" | "service";

/** A route, or an endpoint without one, which belongs to no service. */
type Tagged = Pick<Route, "segments"> & Partial<Pick<Route, "service">>;

/** Returns the resource of a route: the first segment after the version. */
const resourceOf = ({ segments }: Tagged) => segments[1] ?? "";

/** Returns the tag of a route. */
export const tagOf = (route: Tagged, kind: TagKind): string =>
  (kind === "service" ? route.service : undefined) ?? resourceOf(route);

/** Returns the tags of routes. Each has the sentences of its resources. */
export function tagsOf(routes: readonly Tagged[], kind: TagKind): oas31.TagObject[] {
  const names = [...new Set(routes.map((route) => tagOf(route, kind)))].sort();
  return names.map((name) => {
    const resources = routes.filter((route) => tagOf(route, kind) === name).map(resourceOf);
    return { name, description: [...new Set(resources)].map(sentenceOf).join(" ") };
  });
}

const sentenceOf = (resource: string) => tagDescriptions[resource] ?? `Routes of ${resource}.`;

/** The resources that have a description. */
export const describedTags: readonly string[] = Object.keys(tagDescriptions);
