// `npm start`: builds, then serves in this very process. The npm script also replaces its shell (`exec`), which would keep a
// signal that npm passes on to itself, so that one sent to npm stops the server in order.
if (!process.argv.includes("--json")) console.log("Building");
await import("./build.mjs");
process.argv.splice(2, 0, "serve");
await import("../bin/portico");
