// `npm run dev`: builds and serves, and when a file of src is saved, compiles again and restarts the server.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript-native/package.json")), "bin/tsc");
/** Milliseconds to wait for more files: an editor saves several at once. */
const moreFiles = 100;

const start = (...command) => spawn(process.execPath, command, { cwd: root, stdio: "inherit" });
// The modules that the compiler writes, without the bundle, which would take longer to make than it saves.
const serve = () => start(join(root, "dist/cli.js"), "serve", ...process.argv.slice(2));

console.log("Building");
await import("./build.mjs");
let server = serve();

let restarted = Promise.resolve();
let timer;
watch(join(root, "src"), { recursive: true }, (_, name) => {
  // The build writes the database client.
  if (name?.includes("generated")) return;
  clearTimeout(timer);
  timer = setTimeout(() => (restarted = restarted.then(restart)), moreFiles);
});
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    server.once("exit", (code) => process.exit(code ?? 0));
    if (!server.kill(signal)) process.exit();
  });
}

/** Compiles, and restarts the server if the sources have no errors. */
async function restart() {
  console.log("Compiling");
  const [code] = await once(start(compiler, "-p", "tsconfig.build.json"), "exit");
  if (code !== 0) return;
  await stopped(server);
  server = serve();
}

/** Stops a server, which first finishes its requests. */
async function stopped(running) {
  if (running.exitCode === null && running.signalCode === null) {
    running.kill();
    await once(running, "exit");
  }
}
