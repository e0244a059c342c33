import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, "utf8");

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
}

const locked = Object.entries(
  (JSON.parse(read("package-lock.json")) as { packages: Record<string, LockedPackage> }).packages,
)
  .filter(([path]) => path !== "")
  .map(([path, entry]) => ({ ...entry, name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length) }));

test("npm run sbom lists every package that a release needs, and no package for development", () => {
  const text = execFileSync("npm", ["run", "--silent", "sbom"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { bomFormat, components } = JSON.parse(text);
  expect(bomFormat).toBe("CycloneDX");
  const listed = new Set(
    components.map(
      ({ name, group, version }: Record<string, string>) => `${group ? `${group}/` : ""}${name}@${version}`,
    ),
  );
  const needed = locked.filter(({ dev }) => !dev);
  expect(needed.length).toBeGreaterThan(100);
  expect(needed.map(({ name, version }) => `${name}@${version}`).filter((each) => !listed.has(each))).toEqual([]);
  expect(listed).not.toContain(`vitest@${locked.find(({ name }) => name === "vitest")?.version}`);
  for (const { name } of components) expect(name).toBeTruthy();
});

test("package-lock.json pins every package by its hash and names no registry", () => {
  expect(locked.filter(({ integrity }) => integrity === undefined).map(({ name }) => name)).toEqual([]);
  expect(read("package-lock.json")).not.toContain('"resolved"');
});

test("the public CI pins each action by its commit, and checks the signatures of packages", () => {
  const workflow = read(".github/workflows/ci.yml");
  const uses = [...workflow.matchAll(/uses: (.*)/g)].map(([, action = ""]) => action);
  expect(uses.length).toBeGreaterThan(5);
  for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  expect(workflow).toContain("run: npm audit signatures");
});
