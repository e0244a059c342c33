import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../src");
const kernel = ["contract", "call", "http", "graphql", "search-criteria"];
const generated = join("db", "generated");

const modules = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (path) => /\.tsx?$/.test(path) && !path.startsWith(generated),
);

const statement = /^(?:import|export)(?<type> type)?\b(?<names>[^;"]*?)from "(?<module>\.[^"]+)\.js"/gm;

/** Whether a statement imports or exports types only, so that nothing is loaded at run time. */
const isOnlyTypes = (type: string | undefined, names: string): boolean =>
  type !== undefined || /^\s*\{(?:\s*type\s+[^,}]+,?)+\s*\}\s*$/.test(names);

/** Returns the modules that each of the modules imports. */
const importsOf = (paths: readonly string[], withTypes: boolean) =>
  new Map(
    paths.map((path) => {
      const found = [...readFileSync(join(root, path), "utf8").matchAll(statement)].flatMap(({ groups = {} }) => {
        const { type, names = "", module = "" } = groups;
        if (!withTypes && isOnlyTypes(type, names)) return [];
        const to = normalize(join(dirname(path), module));
        return [`${to}.ts`, `${to}.tsx`];
      });
      return [path, found] as const;
    }),
  );

/** Returns the first import circle, as a list of modules; undefined if there is none. */
function findCircle(imports: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const done = new Set<string>();
  const circleFrom = (path: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return undefined;
    for (const module of imports.get(path) ?? []) {
      const circle = circleFrom(module, [...way, path]);
      if (circle) return circle;
    }
    done.add(path);
    return undefined;
  };
  for (const path of imports.keys()) {
    const circle = circleFrom(path, []);
    if (circle) return circle;
  }
  return undefined;
}

it("the kernel has no import circles, not even of types", () => {
  const imports = importsOf(
    modules.filter((path) => kernel.some((folder) => path.startsWith(join(folder, "/")))),
    true,
  );
  expect(imports.size).toBeGreaterThan(30);
  expect(findCircle(imports)).toBeUndefined();
});

it("no modules load each other in a circle", () => {
  const imports = importsOf(modules, false);
  expect(imports.size).toBeGreaterThan(1000);
  expect([...imports.values()].flat().length).toBeGreaterThan(5000);
  expect(findCircle(imports)).toBeUndefined();
});

it("a circle is found", () => {
  const imports = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["b"]],
  ]);
  expect(findCircle(imports)).toEqual(["b", "c", "b"]);
});
