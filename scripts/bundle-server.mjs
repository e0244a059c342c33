// Bundles the compiled modules and the packages they use into dist/bundle, from which `bin/portico` runs: Node.js takes half a
// second longer to find, read and link two thousand files. The bundle is a script, because V8 stores compiled code of scripts only.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { writeLicences } from "./bundle-console.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, "dist");
const folder = join(modules, "bundle");
const bundle = join(folder, "cli.cjs");

/**
 * Packages that are not bundled: they read their own files, are native, share state with other packages, or are rarely used. Those that
 * are not optional are the `dependencies` of package.json.
 */
const external = [
  ...["@electric-sql/pglite", "@node-rs/argon2", "@aws-sdk/*", "@opentelemetry/*", "nodemailer", "prom-client"],
  // Optional for TypeGraphQL, and not installed.
  "class-validator",
];

/** Placeholder for the version of the bundle, which identifies the code that V8 compiled from it. */
const version = "0".repeat(16);

/**
 * Makes the script strict, like modules. The directive must precede all statements. `bundleUrl` replaces the
 * `import.meta.url` of packages.
 */
const banner = `/*${version}*/ "use strict"; const bundleUrl = require("node:url").pathToFileURL(__filename).href;`;

/** Keeps the paths of compiled modules, which bundling would change. */
const places = {
  name: "places",
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      if (!path.startsWith(modules)) return undefined;
      return { contents: withPlace(readFileSync(path, "utf8"), path) };
    });
  },
};

const compilerFile = "query-compiler.wasm";

/**
 * Stores Prisma's query compiler in a file, which is read with the first model. Its package has it as base64, which would
 * take 4.6 MB of memory: once in the source and once as a value.
 */
const queryCompiler = {
  name: "query compiler",
  setup({ onLoad }) {
    onLoad({ filter: /\.wasm-base64\.mjs$/ }, async ({ path }) => {
      const { wasm } = await import(pathToFileURL(path).href);
      writeFileSync(join(folder, compilerFile), Buffer.from(wasm, "base64"));
      const read = `readFileSync(new URL("${compilerFile}", import.meta.url))`;
      return { contents: `import { readFileSync } from "node:fs"; export const wasm = ${read};` };
    });
  },
};

/** Gives a module its original path in `import.meta`, by which it finds files. */
function withPlace(contents, path) {
  if (!contents.includes("import.meta.")) return contents;
  const place = JSON.stringify(relative(folder, path).replaceAll("\\", "/"));
  return [
    `const placeUrl = new URL(${place}, bundleUrl).href;`,
    `const placeFolder = require("node:url").fileURLToPath(new URL(".", placeUrl));`,
    contents.replaceAll("import.meta.dirname", "placeFolder").replaceAll("import.meta.url", "placeUrl"),
  ].join(" ");
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: [join(modules, "cli.js")],
  outfile: bundle,
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  external,
  // Styles of mails are inlined without a network, so without an HTTP client and other encodings.
  alias: { juice: "juice/client.js", cheerio: "cheerio/slim" },
  // A script has no imports, so modules loaded later are required.
  supported: { "dynamic-import": false },
  define: { "import.meta.url": "bundleUrl" },
  banner: { js: banner },
  legalComments: "none",
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  logLevel: "warning",
  plugins: [places, queryCompiler],
});

writeLicences(folder, metafile);

// `bin/load-bundle.cjs` reads it as Latin-1, which V8 stores without a conversion. esbuild does not escape comments and
// regular expressions.
const escaped = readFileSync(bundle, "utf8").replace(/[^\0-\x7f]/g, escape);
writeFileSync(
  bundle,
  escaped.replace(version, createHash("sha256").update(escaped).digest("hex").slice(0, version.length)),
);

// The environment must not affect the code, neither by options of V8 nor by settings of a server.
const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR };
execFileSync(process.execPath, [join(root, "scripts/cache-bundle.mjs")], {
  env,
  stdio: ["ignore", "ignore", "pipe"],
  timeout: 240_000,
});

function escape(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
