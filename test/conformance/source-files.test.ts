import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const folders = readdirSync(join(root, "src"), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

/** Returns the names in the first column of the table of folders in CONTRIBUTING.md. */
const describedFolders = (): string[] =>
  read("CONTRIBUTING.md")
    .split("\n")
    .filter((line) => line.startsWith("| `src/"))
    .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`(?:src\/)?([\w-]+)`/g)].map(([, name = ""]) => name));

/** Returns the folders that the linter keeps from importing each other's files. */
const lintedDomains = (): string[] => {
  const [, list = ""] = /const domains = \[([^\]]*)\]/.exec(read("eslint.config.js")) ?? [];
  return [...list.matchAll(/"([\w-]+)"/g)].map(([, name = ""]) => name);
};

describe("the folders of the source", () => {
  it("are the folders that CONTRIBUTING.md describes", () => {
    expect(describedFolders().sort()).toEqual([...folders].sort());
  });

  it("are domains for the linter if they have resolvers, except for callers and bulk calls", () => {
    const withResolvers = folders.filter((name) => existsSync(join(root, "src", name, "resolvers.ts")));
    const domains = lintedDomains();
    expect(withResolvers.filter((name) => !domains.includes(name))).toEqual(["auth", "bulk"]);
    expect(domains.filter((name) => !folders.includes(name))).toEqual([]);
  });
});
