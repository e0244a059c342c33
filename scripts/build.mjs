// `npm run build`: generates the database client and compiles src into dist, unless dist is of these very files already.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, "dist/.built");
const require = createRequire(import.meta.url);
const compiler = require.resolve("typescript/bin/tsc");

run(join(root, "scripts/generate-client.mjs"));
const wanted = fingerprint();
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
  run(compiler, "-p", join(root, "tsconfig.build.json"));
  cpSync(join(root, "src/reference/pages"), join(root, "dist/reference/pages"), { recursive: true });
  // As the files were before: one that was saved while the compiler ran makes the next build compile again.
  writeFileSync(stamp, wanted);
}

/** Names, sizes and times of everything that the compiler reads of ours, and the packages' versions. */
function fingerprint() {
  const sources = readdirSync(join(root, "src"), { recursive: true }).map((name) => join("src", name));
  const hash = createHash("sha256");
  for (const name of [...sources.sort(), "tsconfig.json", "tsconfig.build.json", "package-lock.json"]) {
    const found = statSync(join(root, name));
    // A folder's time changes with files that the compiler does not read.
    hash.update(found.isDirectory() ? `${name}\n` : `${name} ${found.size} ${found.mtimeMs}\n`);
  }
  return hash.digest("hex");
}

function run(...command) {
  try {
    // With --json the one line on standard output is the server's: what a step has to say goes to standard error.
    execFileSync(process.execPath, command, {
      cwd: root,
      stdio: ["ignore", process.argv.includes("--json") ? 2 : "inherit", "inherit"],
    });
  } catch (error) {
    process.exit(error.status ?? 1);
  }
}
