// Bundles the GraphQL explorer: one script, one style sheet, and the licenses of the packages in them.
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { writeLicences } from "./bundle-console.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "dist/api/reference/explorer");

rmSync(folder, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: [join(root, "src/api/reference/pages/explorer.js")],
  outfile: join(folder, "explorer.js"),
  bundle: true,
  format: "iife",
  target: "es2022",
  define: { "process.env.NODE_ENV": '"production"' },
  minify: true,
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});
writeLicences(folder, metafile);
