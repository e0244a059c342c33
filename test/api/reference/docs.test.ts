import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import MiniSearch from "minisearch";
import { expect, it, onTestFinished } from "vitest";
import { useApp } from "../../support/app.js";

const { app } = useApp();

const get = async (path: string) => {
  const response = await fetch(new URL(path, app.url));
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const linksOf = (html: string) => [...html.matchAll(/(?:href|src)="([^"#]+)/g)].map(([, link = ""]) => link);

it("the documentation is a site whose pages link only to each other, to files that are there and to other hosts", async () => {
  const seen = new Set<string>();
  const broken: string[] = [];
  const visit = async (path: string, from: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    const { status, headers, text } = await get(path);
    if (status !== 200) broken.push(`${from}: ${path}`);
    if (!path.startsWith("/docs/") || !headers.get("content-type")?.includes("html")) return;
    const links = linksOf(text).filter((link) => !/^\w+:/.test(link));
    for (const link of links) await visit(new URL(link, new URL(path, app.url)).pathname, path);
  };
  await visit("/docs/", "");
  expect(broken).toEqual([]);
  expect(seen.size).toBeGreaterThan(70);
  expect([...seen]).toEqual(
    expect.arrayContaining(["/docs/authentication.html", "/docs/decisions/0032-one-bundle.html", "/docs/readme.html"]),
  );
});

it("the pages of the documentation work under a policy that allows nothing inline and no other hosts", async () => {
  const { headers, text } = await get("/docs/limits.html");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  for (const path of ["/docs/", "/docs/limits.html", "/docs/readme.html", "/docs/differences.html"]) {
    expect([path, (await get(path)).text.match(/ style="| on\w+="|<style|<script(?! src=)|javascript:/)]).toEqual([
      path,
      null,
    ]);
  }
  expect(text).toMatch(/<h1 id="[^"]+">.*<\/h1>/);
  expect(text).toContain('<a href="limits.html" aria-current="page">');
});

it("the first links of the documentation are about authentication", async () => {
  const { text } = await get("/docs/");
  const [, navigation = ""] = /<nav[^>]*>([^]*)<\/nav>/.exec(text) ?? [];
  expect(linksOf(navigation).slice(0, 3)).toEqual(["readme.html", "set-up-a-shop.html", "authentication.html"]);
});

it("files that pages link to are shown as text", async () => {
  const { status, headers } = await get("/docs/files/examples/push-prices.ts");
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
});

it("the search of the documentation finds sections by their words", async () => {
  const { text } = await get("/docs/search.json");
  const options = { fields: ["title", "page", "text"], storeFields: ["title", "page", "url"] };
  const found = MiniSearch.loadJSON(text, options).search("guard rails approval", { prefix: true, combineWith: "AND" });
  expect(found.map(({ url }) => String(url).replace(/#.*/, ""))).toContain("price-guard-rails.html");
});

it("the landing page links to the documentation", async () => {
  expect((await get("/")).text).toContain(`href="${app.url}/docs/"`);
});

interface Renderer {
  readonly render: (path: string) => { readonly html: string };
  readonly brokenLinks: (pages: readonly object[]) => readonly string[];
}

it("a link to a missing file or heading is reported", async () => {
  const script = "../../../scripts/docs-markdown.mjs";
  const { makeRenderer } = (await import(script)) as {
    makeRenderer: (root: string, pages: ReadonlyMap<string, string>) => Renderer;
  };
  const root = mkdtempSync(join(tmpdir(), "portico-docs-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(
    join(root, "a.md"),
    "# A\n\n[b](b.md#there) [no](b.md#nowhere) [none](c.md) [out](https://example.com)\n",
  );
  writeFileSync(join(root, "b.md"), "# B\n\n## There\n\n<!-- generated -->[a](a.md)\n");
  const pages = new Map([
    ["a.md", "a.html"],
    ["b.md", "b.html"],
  ]);
  const renderer = makeRenderer(root, pages);
  const rendered = [...pages].map(([path, url]) => ({ ...renderer.render(path), url }));
  expect(renderer.brokenLinks(rendered)).toEqual(["a.md: b.md#nowhere", "a.md: c.md"]);
  expect(rendered[0]?.html).toContain('<a href="b.html#there">b</a>');
});
