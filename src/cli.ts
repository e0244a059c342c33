import { createProgram } from "./cli/program.js";
import { report } from "./cli/failure.js";

const isForProgram = process.argv.includes("--json");

try {
  await createProgram(isForProgram).parseAsync();
} catch (error) {
  process.exitCode = report(error, isForProgram);
}
