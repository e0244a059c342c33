// `npm run build`: generates the database client and compiles src into dist, unless dist is up to date.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, "dist/.built");
const require = createRequire(import.meta.url);
const compiler = join(dirname(require.resolve("typescript-native/package.json")), "bin/tsc");

run(join(root, "scripts/generate-client.mjs"));
const wanted = fingerprint();
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
  const steps = [
    ["Compiling the sources", () => run(compiler, "-p", join(root, "tsconfig.build.json"))],
    ["Copying pages and templates", copyFiles],
    ["Writing the types of extensions", writeExtensionTypes],
    ["Bundling the console", () => run(join(root, "scripts/bundle-console.mjs"))],
    ["Bundling the GraphQL explorer", () => run(join(root, "scripts/bundle-explorer.mjs"))],
    ["Bundling the server", () => run(join(root, "scripts/bundle-server.mjs"))],
  ];
  for (const [at, [name, step]] of steps.entries()) {
    say(`${name} (step ${at + 1} of ${steps.length})`);
    step();
  }
  // The fingerprint is from before the compilation, so a file saved meanwhile makes the next build compile again.
  writeFileSync(stamp, wanted);
}
// Apart from the others, because a page changes more often than the code.
if (areDocsOld()) run(join(root, "scripts/build-docs.mjs"));

function areDocsOld() {
  const site = join(root, "dist/docs/index.html");
  if (!existsSync(site)) return true;
  const { mtimeMs: made } = statSync(site);
  const folders = [".", "docs", "docs/decisions", "clients/typescript", "examples", "src/api/reference/docs"];
  const files = folders.flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)));
  return files.some((path) => /\.(?:md|css|js|html)$/.test(path) && statSync(path).mtimeMs > made);
}

function copyFiles() {
  for (const path of [
    "api/reference/pages",
    "api/reference/examples.json",
    "cli/extensions/template",
    "platform/mail/templates",
  ]) {
    cpSync(join(root, "src", path), join(root, "dist", path), { recursive: true });
  }
  // The rest of the package has 10 MB.
  const swagger = dirname(require.resolve("swagger-ui-dist/package.json"));
  for (const name of [
    "swagger-ui.css",
    "swagger-ui-bundle.js",
    "swagger-ui-bundle.js.LICENSE.txt",
    "LICENSE",
    "NOTICE",
  ]) {
    cpSync(join(swagger, name), join(root, "dist/api/reference/swagger", name));
  }
}

/** Writes the types that `bin/extension.d.cts` exports. They only import each other, so each file is translated by itself. */
function writeExtensionTypes() {
  const { transpileDeclaration } = require("typescript");
  mkdirSync(join(root, "dist/extension"), { recursive: true });
  for (const name of ["extension", "context", "shop", "checks", "services"]) {
    const source = readFileSync(join(root, `src/extras/extensions/${name}.types.ts`), "utf8");
    const { outputText } = transpileDeclaration(source, { fileName: `${name}.types.ts` });
    writeFileSync(join(root, `dist/extension/${name}.types.d.ts`), outputText);
  }
}

/** Returns a hash of the names, sizes and times of all input files of the compiler, and of the packages' versions. */
function fingerprint() {
  const sources = readdirSync(join(root, "src"), { recursive: true }).map((name) => join("src", name));
  const others = [
    "tsconfig.json",
    "tsconfig.build.json",
    "package-lock.json",
    "scripts/build-docs.mjs",
    "scripts/docs-markdown.mjs",
    "scripts/bundle-console.mjs",
    "scripts/bundle-explorer.mjs",
    "scripts/bundle-server.mjs",
    "scripts/cache-bundle.mjs",
    "bin/load-bundle.cjs",
  ];
  // The compiled code of the bundle is valid for one version of Node.js.
  const hash = createHash("sha256").update(`${process.version} ${process.arch}\n`);
  for (const name of [...sources.sort(), ...others]) {
    const found = statSync(join(root, name));
    // The time of a folder also changes with files that the compiler does not read.
    hash.update(found.isDirectory() ? `${name}\n` : `${name} ${found.size} ${found.mtimeMs}\n`);
  }
  return hash.digest("hex");
}

/** Writes a line. With --json, standard output contains only the line of the server. */
function say(line) {
  if (process.argv.includes("--json")) console.error(line);
  else console.log(line);
}

function run(...command) {
  try {
    execFileSync(process.execPath, command, {
      cwd: root,
      stdio: ["ignore", process.argv.includes("--json") ? 2 : "inherit", "inherit"],
    });
  } catch (error) {
    process.exit(error.status ?? 1);
  }
}
