import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../../src");
const generated = join("platform", "db", "generated");

const modules = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (path) => /\.tsx?$/.test(path) && !path.startsWith(generated),
);

const statement = /^(?:import|export)\b[^;"]*?from "(?<module>\.[^"]+)\.js"/gm;

/** Returns the modules that each of the modules imports. */
const importsOf = (paths: readonly string[]) =>
  new Map(
    paths.map((path) => {
      const found = [...readFileSync(join(root, path), "utf8").matchAll(statement)].flatMap(({ groups = {} }) => {
        const to = normalize(join(dirname(path), groups["module"] ?? ""));
        return [`${to}.ts`, `${to}.tsx`];
      });
      return [path, found] as const;
    }),
  );

/** Returns the first import cycle, as a list of modules; undefined if there is none. */
function findCycle(imports: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const done = new Set<string>();
  const cycleFrom = (path: string, trail: readonly string[]): readonly string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return undefined;
    for (const module of imports.get(path) ?? []) {
      const cycle = cycleFrom(module, [...trail, path]);
      if (cycle) return cycle;
    }
    done.add(path);
    return undefined;
  };
  for (const path of imports.keys()) {
    const cycle = cycleFrom(path, []);
    if (cycle) return cycle;
  }
  return undefined;
}

it("no imports form a cycle, not even imports of types", () => {
  const imports = importsOf(modules);
  expect(imports.size).toBeGreaterThan(1000);
  expect([...imports.values()].flat().length).toBeGreaterThan(5000);
  expect(findCycle(imports)).toBeUndefined();
});

it("an import cycle is found", () => {
  const imports = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["b"]],
  ]);
  expect(findCycle(imports)).toEqual(["b", "c", "b"]);
});
