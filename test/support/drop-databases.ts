import { dropScratchDatabases } from "./postgres.js";

/** Drops the scratch databases before and after a run. */
export default async function setup(): Promise<() => Promise<void>> {
  await dropScratchDatabases();
  return dropScratchDatabases;
}
