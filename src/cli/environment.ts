import { existsSync } from "node:fs";

// Variables that are already set win over the file.
if (existsSync(".env")) process.loadEnvFile();

// Packages read this variable while they load. Without it they check much more: graphql-js checks each value of a
// response several times.
process.env["NODE_ENV"] ??= "production";
