import { existsSync, rmSync, statSync } from "node:fs";
import { open, readFile, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../../src/db/database.js";
import { privateAccess } from "../../src/db/embedded.js";
import { EmbeddedEngine } from "../../src/db/engine.js";
import { openThrough, type OpenOptions } from "../../src/db/open.js";
import { prepareDatabase } from "../../src/db/prepare.js";
import { templateKey } from "./template.js";

/** An embedded database in memory: `await using embedded = await embeddedDatabase()`. */
export interface EmbeddedTestDatabase extends AsyncDisposable {
  readonly database: Database;
}

/** Opens an embedded database in memory that is migrated and seeded, from a dump that is made once per schema. */
export async function embeddedDatabase(options: OpenOptions = {}): Promise<EmbeddedTestDatabase> {
  const dump = await readFile(await ensureDump());
  const access = privateAccess(await EmbeddedEngine.inMemory({ loadDataDir: new Blob([dump]) }));
  const database = openThrough(access, options);
  return { database, [Symbol.asyncDispose]: () => database.close() };
}

/** Makes the dump where it is missing; other processes that want it wait. */
async function ensureDump(): Promise<string> {
  const path = join(tmpdir(), `portico-template-${templateKey()}.tar`);
  const lock = `${path}.lock`;
  while (!existsSync(path)) {
    const mine = await open(lock, "wx").catch(() => undefined);
    if (mine) {
      await mine.close();
      await makeDump(path).finally(() => rmSync(lock, { force: true }));
    } else if (Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 60_000) {
      rmSync(lock, { force: true });
    } else {
      await delay(50);
    }
  }
  return path;
}

async function makeDump(path: string): Promise<void> {
  if (existsSync(path)) return;
  const embedded = await EmbeddedEngine.inMemory();
  const database = openThrough(privateAccess(embedded));
  try {
    await prepareDatabase(database);
    await embedded.engine.exec("checkpoint");
    const dump = await embedded.engine.dumpDataDir("none");
    await writeFile(`${path}.${process.pid}`, Buffer.from(await dump.arrayBuffer()));
    await rename(`${path}.${process.pid}`, path);
  } finally {
    await database.close();
  }
}
