import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DataFolder, dataFolder, openFolder, portico, porticoProcess, serveInProcess } from "./portico.js";

const acme = join(import.meta.dirname, "../extras/extensions/fixtures/acme/index.mjs");
const settings = { PORTICO_EXTENSIONS: acme };

let folder: DataFolder;
beforeAll(async () => {
  folder = await openFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

it("db:migrate creates the tables of extensions, and extension:list shows what each adds", async () => {
  expect((await portico(folder, ["db:migrate"], settings)).code).toBe(0);
  const { stdout } = await portico(folder, ["extension:list"], settings);
  const lines = stdout.trim().split("\n");
  const at = lines.indexOf("acme 1.2.0");
  expect([lines[0], lines.slice(0, at)]).toEqual([
    "webhooks 1.0.0 (built in)",
    expect.arrayContaining([
      "  POST /V1/webhooks/:id/ping (pingWebhook)",
      "  work deliveries every 1 seconds",
      "  work cleanup every 3600 seconds",
      "  secrets in webhook_secret.secret",
    ]),
  ]);
  expect(lines.slice(at)).toEqual([
    "acme 1.2.0",
    "  carrier express",
    "  payment method wallet with a gateway",
    "  setting acme/loyalty/level",
    "  subscriber journal (order.*)",
    "  command acme:add",
    "  migration 0001-journal.sql",
  ]);
});

it("extension:list names extensions that have tables here, but are no longer loaded", async () => {
  const { stdout } = await portico(folder, ["extension:list", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ extensions: [{ name: "webhooks", builtIn: true }], orphans: ["acme"] });
});

it("extension:list names the fields of extensions that are no longer loaded", async () => {
  const depot = join(import.meta.dirname, "../extras/extensions/fixtures/depot/index.mjs");
  await portico(folder, ["db:migrate"], { PORTICO_EXTENSIONS: depot });
  const { stdout } = await portico(folder, ["extension:list"]);
  expect(stdout).toMatch(
    /^depot is not loaded, and has tables or values of its fields \(.*product depot_shelf.*\) in the database\.$/m,
  );
});

it("a command of an extension is in the help, has all permissions, and keeps nothing if it fails", async () => {
  const { stdout: help } = await portico(folder, ["--help"], settings);
  expect(help).toMatch(/acme:add.*Adds a product\./);
  const failed = await portico(folder, ["acme:add", "cup", "Nameless"], settings);
  expect([failed.code, failed.stderr]).toEqual([1, "A product needs a name.\n"]);
  const { stdout } = await portico(folder, ["acme:add", "mug", "Mug"], settings);
  expect(stdout).toBe("mug is Mug, one of 1.\n");
});

it("a server warns if the last one had other extensions", async () => {
  await using other = await dataFolder("prepared");
  await using first = await serveInProcess(other, settings);
  expect(first.output()).not.toContain("extensions differ");
  await first[Symbol.asyncDispose]();
  await using second = await serveInProcess(other);
  expect(second.output()).toContain('"before":"acme 1.2.0","now":"","msg":"the extensions differ');
});

it("a server does not start with an extension whose route is taken, and names the extension", async () => {
  await using empty = await dataFolder("prepared");
  const path = join(mkdtempSync(join(tmpdir(), "portico-taken-")), "taken.mjs");
  const api = join(import.meta.dirname, "../../bin/extension.cjs");
  writeFileSync(
    path,
    `import api from ${JSON.stringify(api)};
     class Taken { get() { return "x"; } }
     const of = Object.getOwnPropertyDescriptor(Taken.prototype, "get");
     api.Query(() => String, { description: "Taken." })(Taken.prototype, "get", of);
     api.Rest("GET /V1/store/websites", "anonymous")(Taken.prototype, "get", of);
     api.Resolver()(Taken);
     api.Contract("Taken", "Taken")(Taken);
     export default { name: "taken", version: "1.0.0", api: 1, resolvers: [Taken] };`,
  );
  const { code, stderr } = await porticoProcess(empty, ["serve"], { PORT: "0", PORTICO_EXTENSIONS: path });
  rmSync(path);
  expect([code, stderr]).toEqual([1, expect.stringContaining("The operations of the extensions (taken 1.0.0) cannot")]);
  expect(stderr).toContain("GET /V1/store/websites");
});

it("extension:create refuses a name that is not valid and a folder that exists", async () => {
  const invalid = await portico(folder, ["extension:create", "My Shop"]);
  expect([invalid.code, invalid.stderr]).toEqual([1, expect.stringContaining("is not a name for an extension")]);
  const existing = await portico(folder, ["extension:create", "src"]);
  expect([existing.code, existing.stderr]).toEqual([1, expect.stringContaining("exists already")]);
});
