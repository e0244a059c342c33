import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const { satisfies } = createRequire(import.meta.url)("semver") as {
  readonly satisfies: (version: string, range: string) => boolean;
};

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, "utf8");

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  /** Absent for a folder of the project that stands in for a package. */
  readonly resolved?: string;
  readonly engines?: { readonly node?: string };
}

const locked = Object.entries(
  (JSON.parse(read("package-lock.json")) as { packages: Record<string, LockedPackage> }).packages,
)
  .filter(([path, { resolved }]) => path.startsWith("node_modules/") && resolved !== "scripts/unused-package")
  .map(([path, entry]) => ({
    ...entry,
    path,
    name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
  }));

/** Paths of the packages whose modules are in a bundle. */
const bundled = ["dist/bundle", "dist/api/reference/explorer", "dist/extras/console/page"].flatMap(
  (folder) => JSON.parse(read(`${folder}/packages.json`)) as string[],
);

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
  const needed = locked.filter(({ dev, path }) => !dev || bundled.includes(path));
  expect(needed.length).toBeGreaterThan(100);
  expect(needed.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["express", "preact", "graphiql", "prom-client"]),
  );
  expect(needed.map(({ name, version }) => `${name}@${version}`).filter((each) => !listed.has(each))).toEqual([]);
  expect(listed).not.toContain(`vitest@${locked.find(({ name }) => name === "vitest")?.version}`);
  for (const { name } of components) expect(name).toBeTruthy();
});

test("package-lock.json pins every package by its hash and names no registry", () => {
  expect(locked.filter(({ integrity }) => integrity === undefined).map(({ name }) => name)).toEqual([]);
  expect(locked.filter(({ resolved }) => resolved !== undefined).map(({ name }) => name)).toEqual([]);
});

/** The oldest supported release of each line of Node.js, oldest first. */
const nodes = ["20.19.0", "22.13.0", "24.0.0"];

test("every package works with every supported Node.js, so that npm ci prints no notices", () => {
  const { engines } = JSON.parse(read("package.json")) as { engines: { node: string } };
  expect(engines.node).toBe("^20.19 || ^22.13 || >=24");
  const misfits = locked.flatMap(({ name, version, engines: required }) =>
    nodes
      .filter((node) => required?.node !== undefined && !satisfies(node, required.node))
      .map((node) => `${name}@${version}: ${node}`),
  );
  expect(misfits).toEqual([]);
});

test("bin/portico starts with the Node.js versions named in package.json, and names them when started with others", () => {
  const { engines } = JSON.parse(read("package.json")) as { engines: { node: string } };
  const folder = mkdtempSync(join(tmpdir(), "portico-node-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const isRefused = (node: string) => {
    const pretend = join(folder, `${node}.cjs`);
    writeFileSync(pretend, `Object.defineProperty(process.versions, "node", { value: "${node}" });`);
    const run = spawnSync(process.execPath, ["--require", pretend, "bin/portico", "--version"], {
      cwd: root,
      encoding: "utf8",
    });
    if (run.status !== 0) expect(run.stderr).toContain(`this is ${node} (${process.execPath})`);
    return run.status !== 0;
  };
  const versions = [...nodes, "18.20.8", "20.18.3", "21.7.3", "22.12.0", "23.11.1", "26.1.0"];
  expect(versions.filter(isRefused)).toEqual(versions.filter((node) => !satisfies(node, engines.node)));
});

test("the notes of a release are its entry in the changelog, and a release without an entry fails", () => {
  const notesOf = (version: string) =>
    spawnSync(process.execPath, ["scripts/release-notes.mjs", version], { cwd: root, encoding: "utf8" });
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(notesOf(version)).toMatchObject({ status: 0, stderr: "" });
  expect(notesOf(version).stdout).not.toMatch(/^## /m);
  expect(read("CHANGELOG.md")).toContain(notesOf(version).stdout.trim());
  expect(notesOf("99.0.0")).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringContaining("no entry for 99.0.0"),
  });
});

test("a release publishes both packages with provenance", () => {
  const workflow = read(".github/workflows/release.yml");
  expect(workflow).toContain("npm publish --provenance --access public");
  expect(workflow).toContain("id-token: write");
  for (const folder of [".", "clients/typescript"]) {
    expect(JSON.parse(read(`${folder}/package.json`))).not.toHaveProperty("private");
  }
});

test.each(["ci.yml", "release.yml"])(
  "%s pins each action by its commit, and checks the signatures of packages",
  (name) => {
    const workflow = read(`.github/workflows/${name}`);
    const uses = [...workflow.matchAll(/uses: (.*)/g)].map(([, action = ""]) => action);
    expect(uses.length).toBeGreaterThan(3);
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
    expect(workflow).toContain("run: npm audit signatures");
  },
);
