import { report } from "./failure.js";
import { createProgram } from "./program.js";

/** Runs a command. Sets the exit code of the process, and writes a failure to standard error. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const isForProgram = args.includes("--json");
  try {
    await (await createProgram(isForProgram, args[0])).parseAsync([...args], { from: "user" });
  } catch (error) {
    process.exitCode = report(error, isForProgram);
  }
}
