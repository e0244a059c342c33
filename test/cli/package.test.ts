import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { hasCurl } from "../support/curl.js";

// npm downloads packages.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const root = fileURLToPath(new URL("../..", import.meta.url));
const { PATH = "", HOME = "" } = process.env;
const env = { PATH, HOME, LOG_LEVEL: "warn", PORTICO_EMBEDDED_DURABILITY: "relaxed" };
const run = promisify(execFile);

/** Runs a line in a shell, in a folder. Packages of npm's cache are not downloaded again. */
const shell = async (cwd: string, line: string): Promise<string> => {
  const { stdout } = await run("bash", ["-euc", line], { cwd, env: { ...env, npm_config_prefer_offline: "true" } });
  return stdout;
};

/** Names of the packages in a folder of packages. */
const packagesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(folder, name)).map((part) => `${name}/${part}`) : [name],
    );

/** The size of all files below a folder, in megabytes of the disk. */
const megabytesOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).blocks * 512, 0) / 1e6;

/** Packages that only the build needs. */
const forTheBuild = /^(?:prisma|typescript|typescript-native|effect|esbuild|@prisma\/.*)$/;

let folder: string;
beforeAll(async () => {
  // A path with a blank, as on many desktops.
  folder = join(mkdtempSync(join(tmpdir(), "portico-package-")), "my shop");
  mkdirSync(folder);
  await shell(root, `npm pack --silent --pack-destination '${folder}'`);
});
afterAll(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

describe("the package, installed into an empty folder", () => {
  beforeAll(() => shell(folder, "npm init -y && npm i ./portico-*.tgz"));

  it("has the licenses of what is bundled, at most 15 packages and 90 MB, and nothing for development", () => {
    const modules = join(folder, "node_modules");
    const names = packagesIn(modules);
    expect(names).toEqual(expect.arrayContaining(["portico", "@electric-sql/pglite", "@node-rs/argon2"]));
    expect(names.length).toBeLessThanOrEqual(15);
    expect(names.filter((name) => forTheBuild.test(name))).toEqual([]);
    expect(megabytesOf(modules)).toBeLessThan(90);
    expect(readFileSync(join(modules, "portico/dist/bundle/licences.txt"), "utf8")).toMatch(/^express\n\n[^]*MIT/m);
    for (const name of ["src", "test", "dist/server.js"])
      expect(existsSync(join(modules, "portico", name))).toBe(false);
  });

  it("creates an extension whose types compile and whose own test passes", async () => {
    await shell(folder, "npx --offline portico extension:create my-shop");
    const shop = join(folder, "my-shop");
    await shell(shop, "npm pkg set devDependencies.portico=file:$(ls ../portico-*.tgz)");
    await shell(shop, "npm install");
    expect(await shell(shop, "npm test 2>&1")).toMatch(/^# pass 2$/m);
    const list = await shell(folder, "PORTICO_EXTENSIONS=./my-shop npx --offline portico extension:list");
    expect(list).toMatch(/^my-shop 0\.1\.0\n {2}GET \/V1\/my-shop\/notes\/:id \(myShopNote\)$/m);
  });

  it("prints its help, with the commands as they are typed there", async () => {
    const help = await shell(folder, "npx --offline portico --help");
    expect(help).toContain("npx portico serve");
    expect(help).not.toContain("bin/portico");
  });

  it.skipIf(!hasCurl)("sets the first price of the README in a new database", () =>
    setFirstPrice(folder, process.execPath),
  );

  it("writes an email, whose templates are in the package", async () => {
    await shell(folder, "npx --offline portico mail:preview order --out order.html");
    expect(readFileSync(join(folder, "order.txt"), "utf8")).toMatch(/^Subject: Your order /);
  });
});

/** Releases of Node.js that npm has as packages, and that are tried besides the one that runs the tests: `22.23.3,24`. */
const otherNodes = (process.env["PORTICO_PACKAGE_NODES"] ?? "").split(",").filter(Boolean);

describe.runIf(otherNodes.length > 0 && hasCurl)("the package, under other releases of Node.js", () => {
  it.each(otherNodes)("is installed and sets the first price of the README: %s", async (version) => {
    const [shop, tools] = ["shop", "node"].map((name) => join(folder, "..", `${name}-${version}`));
    if (!shop || !tools) throw new Error("no folders");
    for (const path of [shop, tools]) mkdirSync(path);
    const name = `node-${process.platform}-${process.arch}`;
    await shell(tools, `npm init -y && npm i --ignore-scripts ${name}@${version}`);
    const bin = join(tools, "node_modules", name, "bin");
    const found = await shell(
      shop,
      `export PATH="${bin}:$PATH"; node --version; npm init -y >&2; npm i '${folder}'/portico-*.tgz >&2`,
    );
    expect(found).toMatch(new RegExp(`^v${version.replaceAll(".", "\\.")}(?:\\.|$)`, "m"));
    await setFirstPrice(shop, join(bin, "node"));
  });
});

/** Starts the installed package with a Node.js, and pastes the command that it prints. */
async function setFirstPrice(shop: string, node: string): Promise<void> {
  const child = spawn(node, ["node_modules/.bin/portico", "serve"], {
    cwd: shop,
    env: { ...env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.startsWith("curl ")) break;
  }
  expect(lines.join("\n")).toContain(`Opening the database in ${join(shop, "var")}`);
  expect(JSON.parse(await shell(shop, lines.at(-1) ?? ""))).toMatchObject({ sku: "first-product", price: 19.99 });
  const base = / (http:\S+)\/rest\/V1\//.exec(lines.join("\n"))?.[1] ?? "";
  for (const path of ["/", "/swagger", "/swagger/swagger-ui-bundle.js", "/console/"]) {
    expect([path, (await fetch(base + path)).status]).toEqual([path, 200]);
  }
}

it("the container image installs the same package, without development dependencies, in at most 130 MB", async () => {
  const steps = readFileSync(join(root, "Dockerfile"), "utf8").match(/(?<=^RUN )(?:node -p|npm install) .*$/gm) ?? [];
  const [list = "", install = ""] = steps;
  expect(steps).toHaveLength(2);
  const image = join(folder, "../image");
  mkdirSync(image);
  const names = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  cpSync(join(folder, names[0] ?? ""), join(image, "portico.tgz"));
  await shell(root, list.replace("> optional-packages", `> '${image}/optional-packages'`));
  await shell(image, install);
  const installed = packagesIn(join(image, "node_modules"));
  expect(installed).toEqual(expect.arrayContaining(["portico", "@aws-sdk/client-s3", "@opentelemetry/api"]));
  expect(installed.filter((name) => forTheBuild.test(name))).toEqual([]);
  // The compiled code of the bundle is copied beside it.
  const compiled = readdirSync(join(root, "dist/bundle")).filter((name) => name.endsWith(".cache"));
  const size = compiled.reduce((sum, name) => sum + statSync(join(root, "dist/bundle", name)).size / 1e6, 0);
  expect(size).toBeGreaterThan(1);
  expect(megabytesOf(join(image, "node_modules")) + size).toBeLessThan(130);
});
