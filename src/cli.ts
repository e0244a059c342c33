// Imported before all modules that read the environment when they are loaded.
import "./cli/environment.js";
import { runCommand } from "./cli/program.js";
import { limitHeapGrowth } from "./platform/process/heap.js";

limitHeapGrowth("starting");
// A server sets this limit itself when it has started. Any other command that still runs, such as an import, has
// started by then.
setTimeout(() => limitHeapGrowth("running"), 2000).unref();

// A reader such as `head` may close the pipe early, which is not an error.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

// Not awaited here: the bundle is a script, which cannot wait.
void runCommand(process.argv.slice(2));
