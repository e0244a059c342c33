import { describe, expect, it } from "vitest";
import { loadedWith, readImports } from "../support/imports.js";

/** The storeys from the lowest. */
const storeys = ["platform", "api", "commerce", "extras"];

/** Returns the storey of a file. `config.ts` is the lowest, because everything may read settings. */
function storeyOf(path: string): number {
  if (path === "config.ts") return 0;
  const [folder = "", ...below] = path.split("/");
  const storey = storeys.indexOf(folder);
  return storey === -1 || below.length === 0 ? storeys.length : storey;
}

const imports = readImports();
const arrows = [...imports].flatMap(([from, { all }]) => [...all].map((to) => ({ from, to })));

/** Returns the groups of files of which each imports, directly or not, each other file of the group. */
function circles(): string[][] {
  const found: string[][] = [];
  const [index, low] = [new Map<string, number>(), new Map<string, number>()];
  const stack: string[] = [];
  const visit = (file: string): number => {
    const at = index.size;
    index.set(file, at);
    stack.push(file);
    let lowest = at;
    for (const next of imports.get(file)?.all ?? []) {
      if (!index.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, index.get(next) ?? at);
    }
    low.set(file, lowest);
    if (lowest === at) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) found.push(group.sort());
    }
    return lowest;
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return found;
}

describe("the imports of the source", () => {
  it("go down the storeys, even those of types", () => {
    expect(arrows.length).toBeGreaterThan(5000);
    expect(new Set(arrows.map(({ from }) => storeyOf(from))).size).toBe(storeys.length + 1);
    const upward = arrows.filter(({ from, to }) => storeyOf(to) > storeyOf(from));
    expect(upward.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it("make no circle, not even those of types", () => {
    expect(circles()).toEqual([]);
  });
});

describe("the operation that places an order", () => {
  // An operation of the largest part of the contract. A list of what a domain publishes loads everything in it, so a domain has
  // several lists, by subject.
  it("loads fewer than 260 files, and none of the storey above", () => {
    const loaded = [...loadedWith("commerce/checkout/placing/place-order.resolver.ts", imports)];
    expect(loaded.length).toBeGreaterThan(100);
    expect(loaded.length).toBeLessThan(260);
    expect(loaded.filter((path) => storeyOf(path) > storeys.indexOf("commerce"))).toEqual([]);
  });
});
