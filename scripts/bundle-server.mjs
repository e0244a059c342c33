// Bundles the compiled modules and the packages they use into dist/bundle, from which `bin/portico` runs: Node.js takes half a
// second longer to find, read and link two thousand files.
import { readFileSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, "dist");
const folder = join(modules, "bundle");

/** Packages that stay where they are installed: they read files of their own, are patched by each other, or are rarely used. */
const external = [
  ...["@electric-sql/pglite", "@node-rs/argon2", "@aws-sdk/*", "@opentelemetry/*", "nodemailer", "pino", "prom-client"],
  // Optional for TypeGraphQL, and not installed.
  "class-validator",
];

/** Packages in CommonJS expect `require`. */
const banner =
  'import { createRequire as requireForBundle } from "node:module"; const require = requireForBundle(import.meta.url);';

/** Gives a compiled module its own place for `import.meta`, by which it finds files, although it runs from the bundle. */
const places = {
  name: "places",
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      if (!path.startsWith(modules)) return undefined;
      const contents = readFileSync(path, "utf8");
      if (!contents.includes("import.meta.")) return undefined;
      const place = JSON.stringify(relative(folder, path).replaceAll("\\", "/"));
      return {
        contents: [
          `const placeUrl = new URL(${place}, import.meta.url).href;`,
          `const placeFolder = require("node:url").fileURLToPath(new URL(".", placeUrl));`,
          contents.replaceAll("import.meta.dirname", "placeFolder").replaceAll("import.meta.url", "placeUrl"),
        ].join(" "),
      };
    });
  },
};

rmSync(folder, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: [join(modules, "cli.js")],
  outdir: folder,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  external,
  banner: { js: banner },
  legalComments: "none",
  sourcemap: true,
  sourcesContent: false,
  logLevel: "warning",
  plugins: [places],
});
