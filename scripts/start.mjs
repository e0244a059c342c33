// `npm start`: builds, then serves in the same process. The npm script also replaces its shell (`exec`), because the
// shell would not forward a signal from npm. So a signal to npm stops the server cleanly.
if (!process.argv.includes("--json")) console.log("Building");
await import("./build.mjs");
process.argv.splice(2, 0, "serve");
await import("../bin/portico");
