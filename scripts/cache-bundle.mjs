// Starts a server from the bundle in a temporary folder, and stores the code that V8 compiles meanwhile next to the
// bundle.
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import loader from "../bin/load-bundle.cjs";

/** Timeout in milliseconds for the start of the server. */
const longest = 120_000;

const folder = mkdtempSync(join(tmpdir(), "portico-"));
process.once("exit", () => {
  // Windows does not remove the current folder of a process.
  process.chdir(tmpdir());
  rmSync(folder, { recursive: true, force: true });
});
process.chdir(folder);
const port = await freePort();
Object.assign(process.env, { PORT: String(port), HOST: "127.0.0.1", PORTICO_DATA_DIR: folder, LOG_LEVEL: "error" });
process.argv.splice(2, Infinity, "serve");
// Otherwise V8 would drop code that has not run for a while.
setFlagsFromString("--no-flush-bytecode");
const script = loader.loadBundle();
await ready(`http://127.0.0.1:${port}/health/ready`);
// V8 compares its options with those of the process that reads the code. So this restores one option and sets another
// as the server does after its start.
setFlagsFromString("--flush-bytecode");
setFlagsFromString("--heap-growing-percent=0");
writeFileSync(loader.cacheOf(readFileSync(loader.bundle, "latin1")), script.createCachedData());
// Emitted instead of sending the signal, which would end a process at once on Windows.
process.emit("SIGTERM");

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

async function ready(address) {
  const end = performance.now() + longest;
  // If the command fails, it sets an exit code and prints the reason.
  while (performance.now() < end && !process.exitCode) {
    const isReady = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await pause(50);
  }
  throw new Error("The server from the bundle did not become ready.");
}
