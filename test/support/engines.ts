import type { Database } from "../../src/platform/db/database.js";
import type { OpenOptions } from "../../src/platform/db/open.js";
import { embeddedDatabase } from "./embedded.js";
import { embeddedTemplate } from "./embedded-engine.js";
import { postgresUrl, scratchDatabase } from "./postgres.js";

/** An engine that tests run on; `skipped` if PostgreSQL is not running. */
export interface TestEngine {
  readonly name: "embedded" | "PostgreSQL";
  readonly skipped: boolean;
  open(options?: OpenOptions): Promise<{ readonly database: Database } & AsyncDisposable>;
}

/** Returns both engines, for `describe.for(await engines())`. */
export async function engines(): Promise<TestEngine[]> {
  await embeddedTemplate();
  return [
    { name: "embedded", skipped: false, open: embeddedDatabase },
    { name: "PostgreSQL", skipped: (await postgresUrl()) === undefined, open: scratchDatabase },
  ];
}
