// `npm run fuzz -- --seconds N [--requests N] [--seed N]`: starts a server and sends valid and invalid requests to
// every route. Prints the seed, which repeats a run.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, requests: { type: "string" }, seed: { type: "string" } },
});
for (const [name, value] of Object.entries(values)) {
  if (!/^[1-9]\d*$/.test(value)) {
    console.error(`--${name} must be a whole number greater than 0.`);
    process.exit(2);
  }
}

const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "test/fuzz", "--project", "embedded", "--disable-console-intercept"],
  {
    cwd: dirname(dirname(fileURLToPath(import.meta.url))),
    stdio: "inherit",
    env: {
      ...process.env,
      PORTICO_FUZZ_SECONDS: values.seconds,
      PORTICO_FUZZ_REQUESTS: values.requests ?? "",
      PORTICO_FUZZ_SEED: values.seed ?? "",
    },
  },
);
process.exit(status ?? 1);
