// `npm run examples`: runs the tests and writes src/api/reference/examples.json from their calls. An example that still
// matches its route stays unchanged; with --all, all are chosen again. With --from <folder>, uses calls that tests have
// recorded there: PORTICO_EXAMPLES=<folder> npx vitest run …
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const args = process.argv.slice(2);
const from = args.includes("--from") ? args[args.indexOf("--from") + 1] : undefined;
const folder = from === undefined ? mkdtempSync(join(tmpdir(), "portico-examples-")) : resolve(from);

// Failed tests record their calls, too. The last step prints the routes without an example.
if (from === undefined) run({ PORTICO_EXAMPLES: folder });
const chosen = { PORTICO_EXAMPLES_FROM: folder, PORTICO_EXAMPLES_ANEW: args.includes("--all") ? "on" : "off" };
process.exitCode = run(chosen, "test/api/reference/examples.test.ts");
if (from === undefined) rmSync(folder, { recursive: true });

function run(env, ...files) {
  const command = [vitest, "run", "--project", "embedded", ...files];
  return spawnSync(process.execPath, command, { stdio: "inherit", env: { ...process.env, ...env } }).status ?? 1;
}
