import type { Router } from "express";
import type { GraphQLSchema } from "graphql";
import type { OpenWork } from "./api/auth/rights/manage-admins.js";
import type { SecretPlace } from "./api/auth/secrets/read-secrets.js";
import type { Kernel } from "./api/call/kernel.js";
import type { Route } from "./api/contract/routes/operations.js";
import type { DescribedEndpoint, Endpoint, EndpointDependencies, EndpointDescription } from "./api/http/endpoint.js";
import type { PriceChecks } from "./commerce/pricing/published.js";
import type { Config } from "./config.js";
import type { ResolverClass } from "./dependencies.js";
import { consolePages } from "./extras/console/console-pages.js";
import type { OwnPage } from "./extras/console/own-page.types.js";
import { priceFileEndpoints } from "./extras/prices/files/price-file-endpoints.js";
import { guardedPrices, openWork } from "./extras/prices/guard-rails/price-checks.js";
import { importCleanup, scheduledPrices } from "./extras/prices/schedules/apply-schedules.js";
import { resolvers } from "./extras/prices/resolvers.js";
import type { Repeated } from "./platform/process/recurring.js";

/** What recurring work needs besides the kernel. */
interface WorkDependencies {
  readonly routes: readonly Route[];
  readonly priceChecks: PriceChecks;
}

/** What a process has beyond Magento's contract. A process runs without each of these parts. */
export interface Extras {
  readonly resolvers: readonly ResolverClass[];
  readonly priceChecks: PriceChecks;
  readonly openWork: readonly OpenWork[];
  readonly secretPlaces: readonly SecretPlace[];
  /** Creates the endpoints that replace those of some routes. */
  readonly endpoints: (routes: readonly Route[], dependencies: EndpointDependencies) => readonly Endpoint[];
  /** Creates the endpoints that have no route. */
  readonly describedEndpoints?: (kernel: Kernel, routes: readonly Route[]) => readonly DescribedEndpoint[];
  /** What the API reference says about those endpoints. */
  readonly endpointDescriptions?: readonly EndpointDescription[];
  /** Creates the pages of the console. */
  readonly console: ((config: Config, pages?: readonly OwnPage[]) => Router) | undefined;
  /** Further pages in the menu of the console. */
  readonly pages?: readonly OwnPage[];
  readonly recurring: (kernel: Kernel, process: WorkDependencies) => readonly Repeated[];
  /** Creates further dependencies of resolvers. */
  readonly dependencies?: (kernel: Kernel, routes: readonly Route[]) => object;
  /** Returns what the constructor of a class of an extension takes; undefined for other classes. */
  readonly servicesOf?: (target: object, kernel: Kernel, routes: readonly Route[]) => object | undefined;
  /** Returns the parts of extensions that fail, with the number of failures. */
  readonly failures?: () => Readonly<Record<string, number>>;
  /** Adds fields to a schema that was just built. */
  readonly extendSchema?: (schema: GraphQLSchema) => void;
  /** Returns the error to report if the operations of the resolvers break a rule. */
  readonly explain?: (error: unknown) => unknown;
}

/** The extras of every process, besides its extensions. */
export const allExtras: Extras = {
  resolvers,
  priceChecks: guardedPrices,
  openWork,
  secretPlaces: [],
  endpoints: priceFileEndpoints,
  console: consolePages,
  recurring: (kernel, { priceChecks }) => [scheduledPrices(kernel, priceChecks), importCleanup(kernel)],
};
