import { readdirSync } from "node:fs";
import { startEarly } from "./embedded-engine.js";

// Imported first, this module starts the engine while the following modules are loading.
if (process.env["PORTICO_TEST_ENGINE"] === "embedded") startEarly();

// Vitest loads the imports of a module one after the other. Loading the domains at once takes a quarter less.
const source = new URL("../../src/", import.meta.url);
for (const folder of readdirSync(source, { withFileTypes: true })) {
  if (folder.isDirectory()) void load(new URL(`${folder.name}/resolvers.ts`, source).href);
}

/** Loads a module, if it exists. Who needs it imports it, and gets its error. */
async function load(module: string): Promise<void> {
  await import(/* @vite-ignore */ module).catch(() => undefined);
}
