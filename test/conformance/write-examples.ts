import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Example, examplesPath } from "../../src/api/reference/openapi/openapi-examples.js";
import { bestExample, problemOfExample } from "./chosen-examples.js";
import { declaredRoutes } from "./document.js";
import type { ExampleCall } from "./example-calls.js";

export type Examples = Readonly<Record<string, Example>>;

/** Returns the committed examples. */
export const readExamples = (): Examples =>
  existsSync(examplesPath) ? (JSON.parse(readFileSync(examplesPath, "utf8")) as Examples) : {};

/** Writes the examples from recorded calls. A known example stays if it still matches its route. */
export function writeExamples(folder: string, known: Examples): void {
  const calls = callsIn(folder);
  const chosen: Record<string, Example> = {};
  for (const route of [...declaredRoutes].sort((one, other) => (one.line < other.line ? -1 : 1))) {
    const old = known[route.line];
    const isGood = old !== undefined && problemOfExample(route, old) === undefined;
    const example = isGood ? old : bestExample(route, calls.get(route.line) ?? []);
    if (example) chosen[route.line] = example;
  }
  writeFileSync(examplesPath, `${JSON.stringify(chosen, null, 1)}\n`);
}

function callsIn(folder: string): ReadonlyMap<string, readonly ExampleCall[]> {
  const calls = new Map<string, ExampleCall[]>();
  for (const name of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, name), "utf8").trimEnd().split("\n")) {
      const call = JSON.parse(line) as ExampleCall;
      calls.set(call.route, [...(calls.get(call.route) ?? []), call]);
    }
  }
  return calls;
}
