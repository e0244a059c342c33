import { existsSync } from "node:fs";
import { report } from "./cli/failure.js";
import { createProgram } from "./cli/program.js";

const isForProgram = process.argv.includes("--json");

// What the environment itself says goes before the file.
if (existsSync(".env")) process.loadEnvFile();

// Whoever reads the output may have read enough, as `head` does; nothing is left to be said to them then.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

try {
  await createProgram(isForProgram).parseAsync();
} catch (error) {
  process.exitCode = report(error, isForProgram);
}
