import { createRequire } from "node:module";
import { ConfigError } from "../../config.js";

const { resolve } = createRequire(import.meta.url);

/** Throws a `ConfigError` unless the packages that a setting needs are installed. Does not load them. */
export function requirePackages(setting: string, names: readonly string[]): void {
  for (const name of names) {
    try {
      resolve(name);
    } catch {
      throw new ConfigError(`${setting} requires packages that are not installed: npm install ${names.join(" ")}`);
    }
  }
}
