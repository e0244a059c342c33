import { report } from "./failure.js";
import { createProgram } from "./program.js";

/** Runs a command. Its exit code becomes that of the process; a failure is written to standard error. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const isForProgram = args.includes("--json");
  try {
    await (await createProgram(isForProgram, args[0])).parseAsync([...args], { from: "user" });
  } catch (error) {
    process.exitCode = report(error, isForProgram);
  }
}
