import { randomBytes } from "node:crypto";
import { dropScratchDatabases } from "./postgres.js";

/** Names the run, and drops the scratch databases: old ones before the run, and its own after it. */
export default async function setup(): Promise<() => Promise<void>> {
  process.env["PORTICO_TEST_RUN"] = randomBytes(4).toString("hex");
  await dropScratchDatabases();
  return dropScratchDatabases;
}
