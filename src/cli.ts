// Before anything that reads the environment while it loads.
import "./cli/environment.js";
import { setFlagsFromString } from "node:v8";
import { runCommand } from "./cli/run.js";

// By default V8 lets the heap grow to several times what it holds before it collects what is not used any more. Collecting
// earlier costs little, and saves a third of the memory of a busy server. While a process starts, all that it loads stays.
setTimeout(() => setFlagsFromString("--heap-growing-percent=30"), 2000).unref();

// A reader such as `head` may close the pipe early, which is not an error.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

// Not awaited here: the bundle is a script, which cannot wait.
void runCommand(process.argv.slice(2));
