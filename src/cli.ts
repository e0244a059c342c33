import { existsSync } from "node:fs";
import { report } from "./cli/failure.js";
import { createProgram } from "./cli/program.js";

const isForProgram = process.argv.includes("--json");

// Variables that are already set win over the file.
if (existsSync(".env")) process.loadEnvFile();

// A reader such as `head` may close the pipe early, which is not an error.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

try {
  await createProgram(isForProgram).parseAsync();
} catch (error) {
  process.exitCode = report(error, isForProgram);
}
