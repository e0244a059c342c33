import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../src");
const kernel = ["contract", "call", "http", "graphql", "search-criteria"];

/** The modules that each module of the kernel imports, including types. */
const imports = new Map(
  kernel.flatMap((folder) =>
    readdirSync(join(root, folder)).map((file) => {
      const path = join(folder, file);
      const found = readFileSync(join(root, path), "utf8").matchAll(/from "(\.[^"]+)\.js"/g);
      return [path, Array.from(found, ([, module]) => normalize(join(dirname(path), `${module}.ts`)))] as const;
    }),
  ),
);

/** Returns the first import circle from a module, as a list of modules; undefined if there is none. */
function circleFrom(path: string, way: readonly string[] = [], done = new Set<string>()): string[] | undefined {
  if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
  if (done.has(path)) return undefined;
  for (const module of imports.get(path) ?? []) {
    const circle = circleFrom(module, [...way, path], done);
    if (circle) return circle;
  }
  done.add(path);
  return undefined;
}

it("the kernel has no import circles", () => {
  expect(imports.size).toBeGreaterThan(30);
  for (const path of imports.keys()) expect(circleFrom(path)).toBeUndefined();
});
