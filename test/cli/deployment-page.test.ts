import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "../../src/config.js";
import { type Credentials, signed } from "../support/oauth.js";
import { codeOf } from "./doc-page.js";
import { answerOf, dataFolder, type DataFolder, serveInProcess, type InProcessServer } from "./portico.js";

const [nginx = ""] = codeOf("deployment.md", "nginx");

/** The settings of the page for a process behind the proxy; a block with a database starts one that is not here. */
const settings = Object.fromEntries(
  codeOf("deployment.md", "sh")
    .filter((block) => !block.includes("DATABASE_URL="))
    .flatMap((block) => [...block.matchAll(/^(\w+)=(\S+)/gm)].map(([, name = "", value = ""]) => [name, value])),
);

let folder: DataFolder;
let server: InProcessServer;
beforeAll(async () => {
  folder = await dataFolder("prepared");
  server = await serveInProcess(folder, settings);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Returns the values of a directive, in the order of the example. */
const valuesOf = (directive: string): string[] =>
  [...nginx.matchAll(new RegExp(`^ *${directive} +(.+?);`, "gm"))].map(([, value = ""]) => value);

const units: Readonly<Record<string, number>> = { m: 1024 ** 2, g: 1024 ** 3 };
const bytesOf = (size: string): number => parseInt(size) * (units[size.slice(-1)] ?? 1);

it("the nginx example allows bodies as large as Portico, and waits as long", () => {
  const config = readConfig({});
  expect(valuesOf("server")).toContain(`127.0.0.1:${config.PORT}`);
  const [bodies = "", files = ""] = valuesOf("client_max_body_size");
  expect(bytesOf(bodies)).toBeGreaterThanOrEqual(config.PORTICO_BODY_LIMIT);
  expect(bytesOf(files)).toBeGreaterThanOrEqual(config.PORTICO_PRICE_FILE_LIMIT);
  const [, fileRoutes = "-"] = /location ~ (\S+) \{/.exec(nginx) ?? [];
  expect("/rest/all/V1/price-imports").toMatch(new RegExp(fileRoutes));
  expect("/rest/all/V1/products").not.toMatch(new RegExp(fileRoutes));
  const [wait = ""] = valuesOf("proxy_read_timeout");
  const [, longest = "-"] = /Prefer: wait=(\d+)/.exec(nginx) ?? [];
  expect(parseInt(wait)).toBeGreaterThan(Number(longest));
  expect(valuesOf("proxy_buffering")).toEqual(["off"]);
});

/** Returns the headers of a request as forwarded by the proxy of the example. */
function passedOn(headers: Readonly<Record<string, string>>): Headers {
  const passed = new Headers(headers);
  const variables: Readonly<Record<string, string>> = {
    $scheme: "https",
    $host: valuesOf("server_name")[0] ?? "",
    $server_port: "443",
    $proxy_add_x_forwarded_for: `${passed.get("X-Forwarded-For")}, 203.0.113.7`,
  };
  for (const header of valuesOf("proxy_set_header")) {
    const [name = "", value = ""] = header.split(/ +/);
    if (name.startsWith("X-")) passed.set(name, variables[value] ?? value);
  }
  return passed;
}

it("signatures are valid only for the address of the proxy in the nginx example, even with forged headers", async () => {
  const integration = ["integration:create", "--name", "ERP", "--all"];
  const credentials = await answerOf<Credentials>(folder, integration);
  const url = `${settings["PORTICO_BASE_URL"]}/rest/V1/store/storeViews`;
  const forged = {
    ...{ "X-Forwarded-Proto": "http", "X-Forwarded-Host": "evil.example.com", "X-Forwarded-Port": "8443" },
    "X-Forwarded-For": "198.51.100.1",
  };
  const statusOf = async (signedUrl: string) => {
    const Authorization = signed(credentials, { method: "GET", url: signedUrl });
    const headers = passedOn({ ...forged, Authorization });
    return (await fetch(`${server.rest}store/storeViews`, { headers })).status;
  };
  expect(await statusOf(url)).toBe(200);
  expect(await statusOf("https://evil.example.com:8443/rest/V1/store/storeViews")).toBe(401);
});
