import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contractRoutes } from "../conformance/contract.js";
import { dataFolder, type DataFolder, portico, porticoProcess, serve, type ServerProcess } from "./portico.js";

describe("the bundle from which bin/portico runs", () => {
  let folder: DataFolder;
  let server: ServerProcess;
  beforeAll(async () => {
    folder = await dataFolder("prepared");
    server = await serve(folder, { PORTICO_ADMIN_PASSWORD: "correct-horse-1" });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it.each([
    ["/", /<title>Portico/],
    ["/swagger", /swagger-ui/],
    ["/swagger/swagger-ui-bundle.js", /SwaggerUIBundle/],
    ["/graphql", /<html/],
    ["/console/", /<script/],
    ["/rest/default/schema?services=all", /"openapi"/],
    ["/health/ready", /"pass"/],
  ])("serves %s with files from outside the bundle", async (path, content) => {
    const answer = await fetch(new URL(path, server.rest), { headers: { accept: "text/html,*/*" } });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(content)]);
  });

  it("answers GraphQL, and builds the schema with the first request", async () => {
    const answer = await fetch(new URL("/graphql", server.rest), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: "{ __typename }" }),
    });
    expect(await answer.json()).toEqual({ data: { __typename: "Query" } });
  });

  it("has no large module twice, and no translation that is not used", async () => {
    const text = await readFile(join(import.meta.dirname, "../../dist/bundle/cli.cjs"), "latin1");
    const parts = text.split(/^\/\/ (?=node_modules\/)/m).slice(1);
    const sizes = new Map<string, number[]>();
    for (const part of parts) {
      const path = part.slice(0, part.indexOf("\n")).replace(/^.*node_modules\//, "");
      sizes.set(path, [...(sizes.get(path) ?? []), part.length]);
    }
    expect([...sizes.keys()]).toContain("mime-db/db.json");
    expect([...sizes].filter(([, copies]) => copies.length > 1 && Math.max(...copies) > 50_000)).toEqual([]);
    expect([...sizes.keys()].filter((path) => path.startsWith("zod/v4/locales/"))).toEqual([
      "zod/v4/locales/en.js",
      "zod/v4/locales/index.js",
    ]);
  });

  it("has the same type and field names as the modules", async () => {
    const fromBundle = await porticoProcess(folder, ["schema:export"]);
    const fromModules = await portico(folder, ["schema:export"]);
    expect(fromBundle).toEqual(fromModules);
  });

  it("has the services of Magento, whose names contain those of classes", async () => {
    const services = new Set(
      contractRoutes.filter(({ edition }) => edition !== "commerce").map(({ service }) => service),
    );
    const answer = await fetch(new URL(`/rest/default/schema?services=${[...services].join(",")}`, server.rest));
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"openapi"')]);
  });

  it("has the topics of Magento", async () => {
    const topics = new Map(contractRoutes.map((route) => [`${route.method} ${route.path}`, route.topic]));
    const headers = { "content-type": "application/json", authorization: `Bearer ${String(await signIn())}` };
    for (const path of ["products", "products/special-price", "cmsPage", "taxRates"]) {
      const bulk = new URL(`/rest/default/async/bulk/V1/${path}`, server.rest);
      const accepted = await fetch(bulk, { method: "POST", headers, body: "[]" });
      const { bulk_uuid } = (await accepted.json()) as { bulk_uuid: string };
      const status = await fetch(`${server.rest}bulk/${bulk_uuid}/status`, { headers });
      expect(await status.json()).toMatchObject({ description: topics.get(`POST /V1/${path}`) });
    }
  });

  it("signs in, with password hashes of a package that is not bundled", async () => {
    expect(await signIn()).toMatch(/^\w+$/);
  });

  /** Returns a token of the administrator. */
  async function signIn(): Promise<unknown> {
    const answer = await fetch(`${server.rest}integration/admin/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "admin", password: "correct-horse-1" }),
    });
    return answer.json();
  }
});

describe("the compiled code of the bundle", () => {
  const root = join(import.meta.dirname, "../..");
  const loader = JSON.stringify(join(root, "bin/load-bundle.cjs"));

  /** Runs a script with only `PATH` of the tests' environment. */
  const run = async (script: string, options: readonly string[] = []): Promise<string> => {
    const env = { PATH: process.env["PATH"] };
    const { stdout } = await promisify(execFile)(process.execPath, [...options, "-e", script], { env });
    return stdout.trim();
  };
  const version = `process.argv.push("portico", "--version"); require(${loader}).loadBundle();`;
  const isRefused = `
    const { bundle, cacheOf } = require(${loader});
    const source = require("node:fs").readFileSync(bundle, "latin1");
    const cachedData = require("node:fs").readFileSync(cacheOf(source));
    const options = { filename: bundle, cachedData };
    console.log(new (require("node:vm").Script)(require("node:module").wrap(source), options).cachedDataRejected);`;

  it("is accepted by the Node.js that built it, without options", async () => {
    expect(await run(isRefused)).toBe("false");
    expect(await run(isRefused, ["--max-lazy"])).toBe("true");
  });

  it("belongs to this version of the bundle, which V8 does not check", async () => {
    const otherVersion = `const { bundle, cacheOf } = require(${loader});
      const source = require("node:fs").readFileSync(bundle, "latin1");
      const versions = [source, source.replace(/[0-9a-f]{16}/, "0123456789abcdef")];
      console.log(versions.map((text) => require("node:fs").existsSync(cacheOf(text))).join());`;
    expect(await run(otherVersion)).toBe("true,false");
  });

  it("is compiled from a strict script, like modules", async () => {
    const begin = `console.log(require("node:fs").readFileSync(require(${loader}).bundle, "latin1").slice(0, 60));`;
    expect(await run(begin)).toMatch(/^\/\*[0-9a-f]{16}\*\/ "use strict";/);
  });

  it("is optional: with other options of Node.js the bundle is compiled again", async () => {
    expect(await run(version)).toMatch(/^\d+\.\d+\.\d+$/);
    expect(await run(version, ["--max-lazy"])).toBe(await run(version));
  });

  it("is not used when source maps are enabled", async () => {
    const isMapped = `${version} console.log(require("node:module").findSourceMap(require(${loader}).bundle) !== undefined);`;
    expect(await run(isMapped, ["--enable-source-maps"])).toMatch(/^true$/m);
    expect(await run(isMapped)).toMatch(/^false$/m);
  });
});
