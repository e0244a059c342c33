// `npm run docs`: makes the site of the documentation, dist/docs, which the service shows at /docs: a page for each Markdown file, a
// navigation from the index of docs/README.md, and a search. Fails for a link that leads nowhere. The pages load only files of the
// site, have no inline styles or scripts, and link to each other by relative addresses.
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import MiniSearch from "minisearch";
import { writeLicences } from "./bundle-console.mjs";
import { makeRenderer, plainText, sectionsOf } from "./docs-markdown.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, "src/api/reference/docs");

/** Options of the search, which the page uses, too. */
const searchOptions = { fields: ["title", "page", "text"], storeFields: ["title", "page", "url"] };

/** The page of the site for each Markdown file. */
function listPages() {
  const markdown = (folder) => readdirSync(join(root, folder)).filter((name) => name.endsWith(".md"));
  const named = (folder, out) =>
    markdown(folder).map((name) => [`${folder}/${name}`, `${out}${name.replace("README", "index").slice(0, -3)}.html`]);
  return new Map([
    ...named("docs", ""),
    ...named("docs/decisions", "decisions/"),
    ...["README", "CHANGELOG", "CONTRIBUTING", "SECURITY"].map((name) => [`${name}.md`, `${name.toLowerCase()}.html`]),
    ["examples/README.md", "examples.html"],
    ["clients/typescript/README.md", "typescript-client.html"],
  ]);
}

/** Writes the site into a folder, which is emptied first. */
export async function buildDocs(folder = join(root, "dist/docs")) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "decisions"), { recursive: true });
  const renderer = makeRenderer(root, listPages());
  const pages = [...listPages()].map(([path, url]) => ({ ...renderer.render(path), path, url }));
  const broken = renderer.brokenLinks(pages);
  if (broken.length > 0) throw new Error(`Links of the documentation lead nowhere:\n${broken.join("\n")}`);
  const layout = readFileSync(join(source, "page.html"), "utf8");
  for (const page of pages) writeFileSync(join(folder, page.url), fillIn(layout, page, pages));
  for (const [url, path] of renderer.files) {
    mkdirSync(dirname(join(folder, url)), { recursive: true });
    copyFileSync(join(root, path), join(folder, url));
  }
  cpSync(join(root, "docs/images"), join(folder, "images"), { recursive: true });
  copyFileSync(join(source, "docs.css"), join(folder, "docs.css"));
  writeFileSync(join(folder, "search.json"), JSON.stringify(searchIndex(pages)));
  await bundleSearch(folder);
  return pages;
}

function fillIn(layout, page, pages) {
  const base = page.url.includes("/") ? "../" : "";
  const values = { base, title: page.title, navigation: navigationOf(page, pages), content: page.html };
  return layout.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]);
}

/** Returns the list of all pages in the order of the index, as it groups them. */
function navigationOf({ url }, pages) {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const index = byUrl.get("index.html");
  const groups = [...index.html.matchAll(/<tr>\s*<td>(.*?)<\/td>\s*<td>(.*?)<\/td>\s*<\/tr>/gs)];
  const seen = new Set();
  const items = groups.map(([, group, links]) => {
    const urls = [...links.matchAll(/href="([^"#]+\.html)/g)].map(([, href]) => href);
    const fresh = urls.filter((href) => byUrl.has(href) && !seen.has(href) && seen.add(href));
    const heading = group === "" ? "" : `<li class="group">${plainText(group)}</li>`;
    return heading + fresh.map((href) => itemOf(byUrl.get(href), url)).join("");
  });
  const project = ["changelog.html", "security.html"].map((href) => itemOf(byUrl.get(href), url));
  return `<ul>${items.join("\n")}<li class="group">Project</li>${project.join("")}</ul>`;
}

function itemOf({ url, title }, current) {
  const href = posix.relative(posix.dirname(current), url);
  return `<li><a href="${href}"${url === current ? ' aria-current="page"' : ""}>${title}</a></li>`;
}

function searchIndex(pages) {
  const search = new MiniSearch(searchOptions);
  const sections = pages.flatMap(({ url, title, html }) =>
    sectionsOf(html).map(({ anchor, heading, text }) => ({
      id: anchor === "" ? url : `${url}#${anchor}`,
      url: anchor === "" ? url : `${url}#${anchor}`,
      page: plainText(title),
      title: heading === "" ? plainText(title) : heading,
      text,
    })),
  );
  search.addAll([...new Map(sections.map((section) => [section.id, section])).values()]);
  return search;
}

async function bundleSearch(folder) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(source, "docs.js")],
    outfile: join(folder, "docs.js"),
    bundle: true,
    format: "iife",
    target: "es2022",
    minify: true,
    legalComments: "none",
    metafile: true,
    define: { SEARCH_OPTIONS: JSON.stringify(searchOptions) },
    logLevel: "warning",
  });
  writeLicences(folder, metafile);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const pages = await buildDocs();
  console.log(`Wrote ${pages.length} pages to dist/docs. A server shows them at /docs.`);
}
