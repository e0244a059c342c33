import type { Kernel } from "./api/call/kernel.js";
import type { Route } from "./api/contract/routes/operations.js";
import type { Config } from "./config.js";
import type { Extras } from "./extras.js";
import type { ResolverClass } from "./dependencies.js";
import type { Recurring } from "./platform/process/recurring.js";
import { withOwnChecks } from "./extras/extensions/checks/price-checks.js";
import { orderChecks, productChecks } from "./extras/extensions/checks/record-checks.js";
import { ExtensionError, reasonOf, titleOf } from "./extras/extensions/extension-error.js";
import type { Extension } from "./extras/extensions/extension.types.js";
import { loadExtensions } from "./extras/extensions/loading/load-extensions.js";
import { notificationCleanup } from "./extras/extensions/notifications/notification-cleanup.js";
import {
  notificationDescriptions,
  notificationEndpoints,
} from "./extras/extensions/notifications/notification-endpoints.js";
import { pagesOf } from "./extras/extensions/parts/pages.js";
import { extendSchema } from "./extras/extensions/parts/fields.js";
import { failingParts, reportTo } from "./extras/extensions/parts/report.js";
import { runSubscribers } from "./extras/extensions/parts/run-subscribers.js";
import { extensionServices } from "./extras/extensions/parts/services.js";

/** The extras with the extensions of a process. The schema of a process is stored by this object, so there is one of each. */
const extended = new Map<readonly Extension[], Extras>();

/** Returns the extras of a process with its extensions. Throws `ExtensionError` for one that cannot be loaded. */
export function withExtensions(extras: Extras, config: Pick<Config, "PORTICO_EXTENSIONS">): Extras {
  if (config.PORTICO_EXTENSIONS === "") return extras;
  const extensions = loadExtensions(config);
  const known = extended.get(extensions);
  if (known) return known;
  const resolvers = extensions.flatMap((extension) => extension.resolvers ?? []) as unknown[] as ResolverClass[];
  const created: Extras = {
    ...extras,
    resolvers: [...extras.resolvers, ...resolvers],
    recurring: (kernel, process) => [
      ...extras.recurring(kernel, process),
      ...workOf(extensions, kernel, process.routes),
    ],
    extendSchema: (schema) => extendSchema(schema, extensions),
    pages: extensions.flatMap(pagesOf),
    describedEndpoints: (kernel, routes) =>
      notificationEndpoints(extensions, { kernel, routes, services: extensionServices(kernel, routes) }),
    endpointDescriptions: extensions.flatMap(notificationDescriptions),
    dependencies: (kernel, routes) => dependenciesOf(extensions, extras, { kernel, routes }),
    failures: failingParts,
    explain: (error) => explained(extensions, error),
  };
  extended.set(extensions, created);
  return created;
}

/** Returns the services of extensions, and the checks of writes if there are any. */
function dependenciesOf(
  extensions: readonly Extension[],
  extras: Extras,
  { kernel, routes }: { readonly kernel: Kernel; readonly routes: readonly Route[] },
) {
  const services = extensionServices(kernel, routes);
  const all = extensions.flatMap((extension) =>
    extension.checks ? [{ extension, services, checks: extension.checks }] : [],
  );
  if (all.length === 0) return services;
  const checks = { productChecks: productChecks(all, routes), orderChecks: orderChecks(all) };
  return { ...services, ...checks, priceChecks: withOwnChecks(extras.priceChecks, all) };
}

function workOf(extensions: readonly Extension[], kernel: Kernel, routes: readonly Route[]): Recurring[] {
  reportTo(kernel.log);
  const services = extensionServices(kernel, routes);
  const cleanup = extensions.some(({ notifications = [] }) => notifications.length > 0)
    ? [notificationCleanup(kernel)]
    : [];
  return [...cleanup, ...extensions.flatMap((extension) => runSubscribers(kernel, extension, services))];
}

/** Returns the error of a schema that cannot be built, with the extensions that may be the reason. */
const explained = (extensions: readonly Extension[], error: unknown): unknown =>
  new ExtensionError(
    `The operations of the extensions (${extensions.map(titleOf).join(", ")}) cannot be added: ${reasonOf(error)}`,
    { cause: error },
  );
