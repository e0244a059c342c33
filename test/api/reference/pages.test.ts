import { execFile } from "node:child_process";
import { connect } from "node:net";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureAdmin } from "../../../src/api/auth/admins/first-admin.js";
import { startApp, useApp } from "../../support/app.js";
import { hasCurl } from "../../support/curl.js";

const run = promisify(execFile);
const password = "correct-horse-1";

const { app } = useApp({ PORTICO_ADMIN_PASSWORD: password, PORTICO_ADMIN_USER: "o'brien" });

beforeAll(async () => {
  await ensureAdmin(app.db, app.config);
});

const unescaped = (html: string) =>
  html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

const filesOf = (html: string) =>
  [...html.matchAll(/(?:src|href)="(\/(?:reference|swagger|graphql)\/[^"]+)"/g)].map(([, file]) => file ?? "");

describe("GraphQL in a browser, in production", () => {
  const Accept = "text/html,application/xhtml+xml,*/*;q=0.8";

  it("is a page with links to the tools and a document that works unchanged", async () => {
    await using production = await startApp({ NODE_ENV: "production" });
    const guest = production.asGuest();
    const { status, text, headers } = await guest.request("/graphql", { headers: { Accept } });
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).not.toMatch(/https?:/);
    for (const [, path = ""] of text.matchAll(/href="(\/[^"]*)"/g)) {
      expect([path, (await guest.request(path)).status]).toEqual([path, 200]);
    }
    const [, document = ""] = /<pre[^>]*>([^<]*)<\/pre>/.exec(text) ?? [];
    const { query } = JSON.parse(unescaped(document)) as { query: string };
    expect((await guest.graphql(query)).body.data.countries[0]).toEqual({
      id: expect.any(String),
      full_name_english: expect.any(String),
    });
  });

  it("answers a link with a query, and programs as usual", async () => {
    await using production = await startApp({ NODE_ENV: "production" });
    // Guests send no header that a page of another site could not send.
    const admin = await production.asAdmin();
    const linked = await admin.request("/graphql?query={countries{id}}", { headers: { Accept } });
    expect(linked.body.data.countries.length).toBeGreaterThan(0);
    expect((await admin.request("/graphql", { headers: { Accept: "application/json" } })).status).toBe(400);
  });
});

describe("the landing page", () => {
  it("shows addresses, edition and health to anybody, in production too", async () => {
    await using production = await startApp({ NODE_ENV: "production", PORTICO_EDITION: "commerce" });
    const { status, headers, text } = await production.asGuest().request("/");
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toContain("Commerce edition");
    expect(text).toMatch(/Database: \w+, working/);
    expect(text).toContain(`<a href="${production.url}/swagger">`);
    expect(text.replaceAll("<wbr />", "")).toContain(`<code>${production.url}/graphql</code>`);
  });

  it.skipIf(!hasCurl)("has four requests that work unchanged", async () => {
    const { text } = await app.asGuest().request("/");
    const commands = [...text.matchAll(/<pre[^>]*>([^<]*)<\/pre>/g)].map(([, command]) => unescaped(command ?? ""));
    expect(commands).toHaveLength(4);
    const script = commands.join("; echo; ");
    const { stdout } = await run("sh", ["-c", script], { env: { ...process.env, PORTICO_ADMIN_PASSWORD: password } });
    const [product, answer, warehouses] = stdout.split("\n").filter((line) => line !== "");
    expect(JSON.parse(product ?? "")).toMatchObject({ sku: "first-product", price: 19.99 });
    expect(JSON.parse(answer ?? "")).toEqual({
      data: { product: { sku: "first-product", name: "First product", price: 19.99 } },
    });
    // There is no sample data here, which the same search would find.
    expect(JSON.parse(warehouses ?? "")).toMatchObject({ items: [], total_count: 0 });
  });

  it("shows the public address if one is set, and never an invalid host", async () => {
    await using proxied = await startApp({ PORTICO_BASE_URL: "https://shop.example/api" });
    const { text } = await proxied.asGuest().request("/");
    expect(text).toContain('<a href="https://shop.example/api/swagger">');
    expect(text).toContain('href="/api/reference/landing.css"');
    const odd = await rawGet(`${app.url}/`, '"><script>');
    expect(odd).not.toContain("<script>");
    expect(odd).toContain("http://127.0.0.1:0/swagger");
  });
});

describe.each(["/", "/swagger"])("the page at %s", (path) => {
  it("allows nothing from other hosts, and links only to existing files", async () => {
    const { headers, text } = await app.asGuest().request(path);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/default-src 'none'; script-src 'self';/);
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    const files = filesOf(text);
    expect(files.length).toBeGreaterThanOrEqual(2);
    for (const file of files) {
      const answer = await app.asGuest().request(file);
      expect([file, answer.status, answer.headers.get("content-type")]).toEqual([
        file,
        200,
        expect.stringMatching(file.endsWith(".css") ? /^text\/css/ : /^(text|application)\/javascript/),
      ]);
    }
  });
});

/** A request with a Host header that no client would send. */
async function rawGet(url: string, host: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  return text;
}
