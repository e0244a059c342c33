import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const storeys = ["platform", "api", "commerce", "extras"];

/** The folders of the four storeys, such as `commerce/catalog`. */
const folders = storeys.flatMap((storey) =>
  readdirSync(join(root, "src", storey), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [`${storey}/${entry.name}`] : [],
  ),
);

/** Returns the names in the first column of the table of folders in CONTRIBUTING.md, without their storeys. */
const describedFolders = (): string[] =>
  read("CONTRIBUTING.md")
    .split("\n")
    .filter((line) => line.startsWith("| `src/"))
    .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`([\w/-]+)`/g)].map(([, name = ""]) => basename(name)));

/** Returns the folders that the linter keeps from importing each other's files. */
const lintedDomains = (): string[] => {
  const [, list = ""] = /const domains = \[([^\]]*)\]/.exec(read("oxlint.config.js")) ?? [];
  return [...list.matchAll(/"([\w-]+)"/g)].map(([, name = ""]) => name);
};

const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith("platform/db/generated/"));

/** The files that a domain always has, however short. */
const isPrescribed = (name: string) => /^(?:resolvers|published(?:\.\w+)?|graph)\.ts$/.test(name);

/** Short files that stand alone, each with the reason. */
const alone: Readonly<Record<string, string>> = {
  "cli/environment.ts": "runs before any other module is loaded",
  "cli/extensions/template/src/index.ts": "the entry of a new extension",
  "extras/console/page/main.tsx": "the entry point of the bundle",
  "extras/console/page/styles.d.ts": "declares style sheets to the compiler",
  "extras/prices/desk/history-rights.ts": "shared by the resolvers of the grid and of the export of its view",
  "platform/media/media-keys.ts": "imported by the stores and by the module that opens them, which would make a circle",
  "platform/outbound/urls-of-hosts.ts": "shared by the connections to the database and to the broker",
  "platform/process/heap.ts": "loaded before the command, to limit the memory of loading",
  "platform/process/version.ts": "loaded by every command, so it loads nothing itself",
};

/** Returns the ending that shares a file's kind: `.rows.ts`; undefined for a file of rules. */
const kindOf = (path: string): string | undefined => /\.(?:types|rows|sql|resolver)\.ts$/.exec(path)?.[0];

/** Whether its folder has another file of the same kind, which it could join. Any file of rules has one. */
function hasNeighbor(path: string): boolean {
  const kind = kindOf(path);
  if (kind === undefined) return true;
  return files.some((other) => other !== path && dirname(other) === dirname(path) && kindOf(other) === kind);
}

describe("the files of the source", () => {
  const isShort = (path: string) => read(join("src", path)).split("\n").length <= 15;
  const short = files.filter((path) => isShort(path) && !isPrescribed(basename(path)));

  it("have at least fifteen lines, or no neighbor of their kind, or a reason to stand alone", () => {
    expect(files.length).toBeGreaterThan(1000);
    expect(short.filter((path) => hasNeighbor(path)).sort()).toEqual(Object.keys(alone));
  });
});

/** The most files that a folder holds directly: with more, it has parts. */
const mostFiles = 14;

describe("the folders of the source", () => {
  it("contain at most fourteen files each, not counting subfolders", () => {
    const counts = new Map<string, number>();
    for (const path of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect([...counts].filter(([folder, count]) => folder !== "." && count > mostFiles)).toEqual([]);
  });

  it("are the folders that CONTRIBUTING.md describes", () => {
    expect(describedFolders().sort()).toEqual([...storeys, ...folders.map((path) => basename(path)), "cli"].sort());
  });

  it("are domains for the linter if they have resolvers, except for callers and bulk calls", () => {
    const withResolvers = folders.filter((name) => existsSync(join(root, "src", name, "resolvers.ts")));
    const domains = lintedDomains();
    expect(withResolvers.filter((path) => !domains.includes(basename(path)))).toEqual(["api/auth", "api/bulk"]);
    expect(domains.filter((name) => !folders.some((path) => basename(path) === name))).toEqual([]);
  });
});
