import { startEarly } from "./embedded-engine.js";

// Importing this module first starts the engine while the modules after it are loaded.
if (process.env["PORTICO_TEST_ENGINE"] === "embedded") startEarly();
