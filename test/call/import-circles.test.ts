import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../src");
const generated = join("db", "generated");

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

it("no modules import each other in a circle, not even for types", () => {
  const imports = importsOf(modules);
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
