import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...["docs", "docs/decisions"].flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((name) => (name.endsWith(".md") ? [`${folder}/${name}`] : [])),
  ),
  ...["clients/typescript/README.md", "examples/README.md"],
];

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, "");

/** Returns the anchors that GitHub gives to the headings of a page. */
function anchorsOf(path: string): Set<string> {
  const headings = withoutCode(readFileSync(path, "utf8")).matchAll(/^#+ (.*)$/gm);
  return new Set(
    Array.from(headings, ([, title = ""]) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

it.each(pages)("links of %s lead to files and headings that exist", (page) => {
  const text = withoutCode(readFileSync(join(root, page), "utf8"));
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^\w+:/.test(link));
  const broken = links.filter((link) => {
    const [file = "", anchor] = link.split("#");
    const target = file === "" ? join(root, page) : join(root, dirname(page), file);
    return !existsSync(target) || (anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).has(anchor));
  });
  expect(broken).toEqual([]);
});

it("docs/README.md lists every page of docs", () => {
  const index = readFileSync(join(root, "docs/README.md"), "utf8");
  const listed = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md") && name !== "README.md");
  expect(listed.filter((name) => !index.includes(`](${name})`))).toEqual([]);
});

it("README.md has at most 200 lines", () => {
  expect(readFileSync(join(root, "README.md"), "utf8").split("\n").length).toBeLessThanOrEqual(201);
});
