import { existsSync } from "node:fs";

// Variables that are already set win over the file.
if (existsSync(".env")) process.loadEnvFile();

// Packages read it while they load, and check much more without it: graphql-js each value of an answer several times.
process.env["NODE_ENV"] ??= "production";
