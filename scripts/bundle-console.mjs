// Bundles the browser part of the console: files with a hash in their name, the page that loads them, and their licenses.
import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, "src/extras/console/page");

/**
 * Writes `index.html`, which the server completes, and `assets/`. Files of an earlier bundle are removed at the end, so that pages which
 * another process serves meanwhile stay whole.
 */
export async function bundleConsole(folder = join(root, "dist/extras/console/page")) {
  const assets = join(folder, "assets");
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(source, "main.tsx")],
    outdir: assets,
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    minify: true,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
    tsconfig: join(source, "tsconfig.json"),
  });
  const [script, { cssBundle }] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint) ?? [];
  const nameOf = (path) => relative(assets, join(root, path));
  const icon = copyHashed("icon.svg", assets);
  const page = readFileSync(join(source, "index.html"), "utf8")
    .replace("[[script]]", nameOf(script))
    .replace("[[style]]", nameOf(cssBundle))
    .replace("[[icon]]", icon);
  writeFileSync(join(folder, "index.html"), page);
  writeLicences(folder, metafile);
  const written = new Set([icon, ...Object.keys(metafile.outputs).map(nameOf)]);
  for (const name of readdirSync(assets)) if (!written.has(name)) rmSync(join(assets, name), { recursive: true });
}

/** Writes the licenses of the packages in a bundle, and for `npm run sbom` the folders of these packages. */
export function writeLicences(folder, { inputs }) {
  const folders = packageFolders(Object.keys(inputs));
  writeFileSync(join(folder, "licences.txt"), licences(folders));
  writeFileSync(join(folder, "packages.json"), JSON.stringify(folders, null, 2));
}

/** Copies a file under a name with the hash of its content, and returns the name. */
function copyHashed(name, folder) {
  const hash = createHash("sha256").update(readFileSync(join(source, name)));
  const copy = name.replace(".", `-${hash.digest("hex").slice(0, 8)}.`);
  copyFileSync(join(source, name), join(folder, copy));
  return copy;
}

/** Returns the licenses of packages. */
function licences(folders) {
  return folders
    .map((folder) => `${folder.replace(/.*node_modules\//, "")}\n\n${licenceOf(join(root, folder))}`)
    .join("\n\n");
}

/** Returns the folders of the packages whose files are in a bundle, in order. */
function packageFolders(inputs) {
  const folders = inputs.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/** Returns the license of a package: its file, or the name of the license if it has none. */
function licenceOf(folder) {
  const file = readdirSync(folder).find((name) => /^(?:license|licence)/i.test(name));
  if (file) return readFileSync(join(folder, file), "utf8");
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).license;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await bundleConsole();
