// Renders the Markdown files of the documentation, and resolves the links between them.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import MarkdownIt from "markdown-it";

/** Returns the anchor that GitHub gives to a heading. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

const entities = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

/** Returns the text of HTML. */
export const plainText = (html) =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity])
    .trim();

/** Returns the parts of a page between its headings, for the search. */
export function sectionsOf(html) {
  const [first = "", ...others] = html.split(/(?=<h[1-4] id=)/);
  const sections = others.map((part) => {
    const [, anchor, heading] = /^<h[1-4] id="([^"]*)">(.*?)<\/h[1-4]>/s.exec(part) ?? ["", "", ""];
    return { anchor, heading: plainText(heading), text: plainText(part) };
  });
  return [{ anchor: "", heading: "", text: plainText(first) }, ...sections].filter(({ text }) => text !== "");
}

/** Returns a renderer of files. `pages` maps their paths to the addresses of their pages. */
export function makeRenderer(root, pages) {
  const files = new Map();
  const links = [];

  /** Returns the address of a link relative to its page; undefined if it leads to a folder, which the site does not have. */
  function resolve(path, link) {
    if (/^[a-z]+:/.test(link)) return link;
    const [file, anchor] = link.split("#");
    const target = file === "" ? path : posix.normalize(posix.join(posix.dirname(path), file)).replace(/\/$/, "");
    if (!existsSync(join(root, target))) return void links.push({ path, link, url: undefined });
    const page = pages.get(target) ?? pages.get(`${target}/README.md`);
    const url = page ?? urlOfFile(target);
    if (url === undefined) return undefined;
    if (page) links.push({ path, link, url, anchor });
    const relative = posix.relative(posix.dirname(pages.get(path)), url);
    return anchor === undefined ? relative : `${relative}#${anchor}`;
  }

  function urlOfFile(target) {
    if (statSync(join(root, target)).isDirectory()) return undefined;
    if (target.startsWith("docs/images/")) return target.slice("docs/".length);
    // Servers do not answer with files whose names begin with a dot.
    const url = `files/${target.replace(/^\./, "")}`;
    files.set(url, target);
    return url;
  }

  const render = (path) => {
    const html = makeMarkdown((link) => resolve(path, link)).render(readFileSync(join(root, path), "utf8"));
    const [, heading = path] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
    const title = heading.replace(/<[^>]*>/g, "");
    return { html, title, anchors: new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)) };
  };

  const brokenLinks = (rendered) => {
    const anchors = new Map(rendered.map((page) => [page.url, page.anchors]));
    return links
      .filter(({ url, anchor }) => url === undefined || (anchor !== undefined && !anchors.get(url)?.has(anchor)))
      .map(({ path, link }) => `${path}: ${link}`);
  };
  return { render, brokenLinks, files };
}

/** Returns a parser whose pages have anchors, resolved links, and nothing that a strict content security policy blocks. */
function makeMarkdown(resolve) {
  // Comments mark generated parts. Other HTML is not used.
  const markdown = new MarkdownIt({ html: true });
  markdown.core.ruler.push("site", ({ tokens }) => {
    for (const [at, token] of tokens.entries()) {
      if (token.type === "heading_open") token.attrSet("id", anchorOf(textOf(tokens[at + 1])));
      // The alignment of columns is an inline style.
      if (token.attrGet("style")?.includes("right")) token.attrSet("class", "number");
      token.attrs = token.attrs?.filter(([name]) => name !== "style") ?? null;
      for (const child of token.children ?? []) relink(child, resolve);
    }
  });
  return markdown;
}

const textOf = ({ children }) => children.map(({ content }) => content).join("");

function relink(token, resolve) {
  const name = { link_open: "href", image: "src" }[token.type];
  if (name === undefined) return;
  const url = resolve(decodeURI(token.attrGet(name)));
  if (url === undefined) token.attrs = token.attrs.filter(([other]) => other !== name);
  else token.attrSet(name, url);
}
