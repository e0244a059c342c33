import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { Config } from "../../../config.js";
import { addCarriers } from "../parts/carriers.js";
import { builtInExtensions } from "./built-in.js";
import { checkExtension } from "./check-extension.js";
import { broken, ExtensionError, reasonOf, titleOf } from "../extension-error.js";
import type { Extension } from "../extension.types.js";
import { addFields } from "../parts/fields.js";
import { addPayments } from "../parts/payments.js";
import { addTotals } from "../parts/totals.js";
import { addSettings } from "../parts/settings.js";
import * as surface from "../public.js";

/** The names that `bin/extension.cjs` exports. */
export const surfaceNames: readonly string[] = Object.keys(surface).sort();

/** The place where `bin/extension.cjs`, which is a file of its own, finds the surface of the running process. */
const surfaceKey = Symbol.for("portico.extension");

/** Makes `portico/extension` usable by modules that this process loads. */
function registerSurface(): void {
  (globalThis as { [surfaceKey]?: typeof surface })[surfaceKey] = surface;
}

/** The extensions of this process by the setting that named them. Carriers and settings are added to the process only once. */
const loaded = new Map<string, readonly Extension[]>();

/**
 * Loads the built-in extensions and those that `PORTICO_EXTENSIONS` names: packages, or paths that begin with a dot or a slash,
 * from the current folder. Throws `ExtensionError` for one that is missing, throws while it is loaded, or breaks a rule.
 */
export function loadExtensions({
  PORTICO_EXTENSIONS: names,
}: Pick<Config, "PORTICO_EXTENSIONS">): readonly Extension[] {
  const known = loaded.get(names);
  if (known) return known;
  registerSurface();
  const builtIn = builtInExtensions.map((extension) => checkExtension(extension.name, extension));
  const extensions = [...builtIn, ...namesOf(names).map(loadExtension)];
  checkNames(extensions);
  for (const extension of extensions) addParts(extension);
  loaded.set(names, extensions);
  return extensions;
}

/** Returns the names in a list that is separated by commas. */
const namesOf = (list: string): string[] =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

function loadExtension(name: string): Extension {
  const isPath = /^[./]|^[A-Za-z]:[\\/]/.test(name);
  const require = createRequire(join(process.cwd(), "extension.cjs"));
  let path: string;
  try {
    path = require.resolve(isPath ? resolve(name) : name);
  } catch (error) {
    const advice = isPath ? "The path starts at the current folder." : `Install it: npm install ${name}`;
    throw new ExtensionError(`Extension ${name} was not found in ${process.cwd()}. ${advice}`, { cause: error });
  }
  let module: unknown;
  try {
    module = require(path);
  } catch (error) {
    throw new ExtensionError(`Extension ${name} (${path}) failed to load: ${reasonOf(error)}`, { cause: error });
  }
  return checkExtension(name, exportOf(module));
}

/** Returns what a module exports as `default`, or the module itself. */
const exportOf = (module: unknown): unknown =>
  typeof module === "object" && module !== null && "default" in module ? module.default : module;

function checkNames(extensions: readonly Extension[]): void {
  for (const [at, extension] of extensions.entries()) {
    const earlier = extensions.slice(0, at).find(({ name }) => name === extension.name);
    if (earlier) throw broken(extension, `${titleOf(earlier)} has the same name. Remove one from PORTICO_EXTENSIONS.`);
  }
}

/** The extensions whose parts the process has. */
const added = new WeakSet<Extension>();

/** Adds the parts that the process has once. The code that starts the services adds the others. */
function addParts(extension: Extension): void {
  if (added.has(extension)) return;
  try {
    addSettings(extension);
    addFields(extension);
    addCarriers(extension);
    addPayments(extension);
    addTotals(extension);
    added.add(extension);
  } catch (error) {
    throw broken(extension, `${reasonOf(error)}.`, error);
  }
}
