// `npm start`: builds, then serves in this very process, so that a signal sent to it reaches the server.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const json = process.argv.includes("--json");

if (!json) console.log("Building");
// With --json the one line on standard output is the server's: what a step has to say goes to standard error.
const output = ["ignore", json ? 2 : "inherit", "inherit"];
run(join(root, "scripts/generate-client.mjs"));
run(require.resolve("typescript/bin/tsc"), "-p", join(root, "tsconfig.build.json"));
process.argv.splice(2, 0, "serve");
await import("../bin/portico");

function run(...command) {
  try {
    execFileSync(process.execPath, command, { cwd: root, stdio: output });
  } catch (error) {
    process.exit(error.status ?? 1);
  }
}
