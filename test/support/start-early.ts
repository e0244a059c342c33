import { startEarly } from "./embedded-engine.js";

// Imported first, this module starts the engine while the following modules are loading.
if (process.env["PORTICO_TEST_ENGINE"] === "embedded") startEarly();
