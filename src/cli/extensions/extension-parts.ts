import { buildSurface } from "../../schema.js";
import { allExtras } from "../../extras.js";
import { readConfig } from "../../config.js";
import { titleOf } from "../../extras/extensions/extension-error.js";
import { fieldsOf } from "../../extras/extensions/parts/fields.js";
import { isBuiltIn } from "../../extras/extensions/loading/built-in.js";
import { readMigrations } from "../../extras/extensions/loading/extension-files.js";
import type { Extension } from "../../extras/extensions/extension.types.js";
import type { SubscriberState } from "../../extras/extensions/parts/subscribers.rows.js";
import { withExtensions } from "../../extensions.js";

/** Describes an extension: its title, then a line for each part. */
export function linesOf(extension: Extension, states: readonly SubscriberState[]): string[] {
  const subscribers = (extension.subscribers ?? []).map(({ name, types }) => {
    const state = states.find((one) => one.extension === extension.name && one.name === name);
    const failing = state && state.attempts > 0 ? `, failed ${state.attempts} times: ${state.last_error ?? ""}` : "";
    return `subscriber ${name} (${types.join(", ")})${state ? ` at event ${state.cursor}` : ""}${failing}`;
  });
  const parts = [
    ...routesOf(extension),
    ...fieldsOf(extension).map(({ record, name, type }) => `field ${name} of ${record}s (${type})`),
    ...(extension.carriers ?? []).map(({ code }) => `carrier ${code}`),
    ...(extension.paymentMethods ?? []).map(
      ({ code, gateway }) => `payment method ${code}${gateway ? " with a gateway" : ""}`,
    ),
    ...(extension.totals ?? []).map(({ code, after }) => `total ${code} after ${after}`),
    ...(extension.notifications ?? []).map(({ path }) => `notification POST /V1/${extension.name}/${path}`),
    ...Object.keys(extension.checks ?? {})
      .filter((name) => name !== "timeout")
      .map((name) => `check of ${name}`),
    ...Object.keys(extension.settings ?? {}).map((path) => `setting ${path}`),
    ...subscribers,
    ...(extension.work ?? []).map(({ name, interval }) => `work ${name} every ${interval / 1000} seconds`),
    ...(extension.secrets ?? []).map(({ table, column }) => `secrets in ${table}.${column}`),
    ...(extension.commands ?? []).map(({ name }) => `command ${name}`),
    ...(extension.pages ?? []).map(({ path }) => `console page ${path}`),
    ...readMigrations(extension).map(({ name }) => `migration ${name}`),
  ];
  return [`${titleOf(extension)}${isBuiltIn(extension) ? " (built in)" : ""}`, ...parts.map((part) => `  ${part}`)];
}

/** Returns the routes of the resolvers of an extension, with their GraphQL fields. */
function routesOf({ resolvers = [] }: Extension): string[] {
  if (resolvers.length === 0) return [];
  const config = readConfig();
  const { operations } = buildSurface(config.PORTICO_EDITION, withExtensions(allExtras, config));
  const classes = new Set<object>(resolvers);
  return operations
    .filter(({ target }) => classes.has(target))
    .flatMap(({ name, routes }) => routes.map(({ line }) => `${line} (${name})`));
}
