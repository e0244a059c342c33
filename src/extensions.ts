import type { Kernel } from "./api/call/kernel.js";
import type { Route } from "./api/contract/routes/operations.js";
import type { Config } from "./config.js";
import type { Extras } from "./extras.js";
import type { ResolverClass } from "./dependencies.js";
import type { Repeated } from "./platform/process/recurring.js";
import { withOwnChecks } from "./extras/extensions/checks/price-checks.js";
import { orderChecks, productChecks } from "./extras/extensions/checks/record-checks.js";
import { ExtensionError, reasonOf, titleOf } from "./extras/extensions/extension-error.js";
import type { Extension } from "./extras/extensions/extension.types.js";
import { isBuiltIn } from "./extras/extensions/loading/built-in.js";
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
import { runWork } from "./extras/extensions/parts/run-work.js";
import { secretPlacesOf } from "./extras/extensions/parts/secret-places.js";
import { extensionServices } from "./extras/extensions/services/services.js";

/** The extras with the extensions of a process. The schema of a process is stored by this object, so there is one of each. */
const extended = new Map<readonly Extension[], Extras>();

/**
 * Returns the extras of a process with its extensions, the built-in ones and those of the settings. Throws `ExtensionError` for
 * one that cannot be loaded.
 */
export function withExtensions(
  extras: Extras,
  config: Pick<Config, "PORTICO_EXTENSIONS"> = { PORTICO_EXTENSIONS: "" },
): Extras {
  const extensions = loadExtensions(config);
  const known = extended.get(extensions);
  if (known) return known;
  const resolvers = extensions.flatMap((extension) => extension.resolvers ?? []) as unknown[] as ResolverClass[];
  const created: Extras = {
    ...extras,
    resolvers: [...extras.resolvers, ...resolvers],
    secretPlaces: [...extras.secretPlaces, ...extensions.flatMap(secretPlacesOf)],
    recurring: (kernel, process) => [
      ...extras.recurring(kernel, process),
      ...workOf(extensions, kernel, process.routes),
    ],
    extendSchema: (schema) => extendSchema(schema, extensions),
    pages: extensions.flatMap(pagesOf),
    describedEndpoints: (kernel, routes) =>
      notificationEndpoints(extensions, { kernel, routes, services: extensionServices(kernel, routes) }),
    endpointDescriptions: extensions.flatMap(notificationDescriptions),
    dependencies: (kernel, routes) => checksOf(extensions, extras, { kernel, routes }),
    servicesOf: (target, kernel, routes) =>
      resolvers.some((resolver) => resolver === target) ? extensionServices(kernel, routes) : undefined,
    failures: failingParts,
    explain: (error) => explained(extensions, error),
  };
  extended.set(extensions, created);
  return created;
}

/** Returns the checks of writes, if there are any. */
function checksOf(
  extensions: readonly Extension[],
  extras: Extras,
  { kernel, routes }: { readonly kernel: Kernel; readonly routes: readonly Route[] },
) {
  const services = extensionServices(kernel, routes);
  const all = extensions.flatMap((extension) =>
    extension.checks ? [{ extension, services, checks: extension.checks }] : [],
  );
  if (all.length === 0) return {};
  const checks = { productChecks: productChecks(all, routes), orderChecks: orderChecks(all) };
  return { ...checks, priceChecks: withOwnChecks(extras.priceChecks, all) };
}

function workOf(extensions: readonly Extension[], kernel: Kernel, routes: readonly Route[]): Repeated[] {
  reportTo(kernel.log);
  const services = extensionServices(kernel, routes);
  const cleanup = extensions.some(({ notifications = [] }) => notifications.length > 0)
    ? [notificationCleanup(kernel)]
    : [];
  const work = extensions.flatMap((extension) => [
    ...runSubscribers(kernel, extension, services),
    ...runWork(kernel, extension, services),
  ]);
  return [...cleanup, ...work];
}

/** Returns the error of a schema that cannot be built, with the extensions that may be the reason. */
function explained(extensions: readonly Extension[], error: unknown): unknown {
  const named = extensions.filter((extension) => !isBuiltIn(extension)).map(titleOf);
  if (named.length === 0) return error;
  return new ExtensionError(
    `The operations of the extensions (${named.join(", ")}) cannot be added: ${reasonOf(error)}`,
    { cause: error },
  );
}
