import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { open, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../../src/db/database.js";
import { privateAccess, type EmbeddedAccess } from "../../src/db/embedded.js";
import { EmbeddedEngine } from "../../src/db/engine.js";
import { openThrough, type OpenOptions } from "../../src/db/open.js";
import { prepareDatabase } from "../../src/db/prepare.js";
import { templateKey } from "./template.js";

/** An embedded database in memory: `await using embedded = await embeddedDatabase()`. */
export interface EmbeddedTestDatabase extends AsyncDisposable {
  readonly database: Database;
}

/** Another version of the engine may not read this one's files. */
const engineVersion = versionOfEngine();

/** Opens an embedded database in memory that is migrated and seeded, from a dump that is made once per schema. */
export async function embeddedDatabase(options: OpenOptions = {}): Promise<EmbeddedTestDatabase> {
  const database = openThrough(await accessTo(await embeddedTemplate()), options);
  return { database, [Symbol.asyncDispose]: () => database.close() };
}

/** Makes the dump where it is missing, which takes several seconds: to be awaited outside of tests. Gives its path. */
export function embeddedTemplate(): Promise<string> {
  return ensureDump(`${engineVersion}-${templateKey()}`, prepareDatabase);
}

/** Opens an embedded database in memory with nothing in it. */
export async function emptyEmbedded(): Promise<EmbeddedAccess> {
  return accessTo(await ensureDump(`${engineVersion}-empty`, () => Promise.resolve()));
}

function versionOfEngine(): string {
  const entry = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const text = readFileSync(join(dirname(entry), "../package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

async function accessTo(dump: string): Promise<EmbeddedAccess> {
  return privateAccess(await EmbeddedEngine.inMemory({ loadDataDir: new Blob([await readFile(dump)]) }));
}

type Fill = (database: Database) => Promise<void>;

/** Makes the dump where it is missing; other processes that want it wait. */
async function ensureDump(name: string, fill: Fill): Promise<string> {
  const path = join(tmpdir(), `portico-template-${name}.tar`);
  const lock = `${path}.lock`;
  while (!existsSync(path)) {
    const mine = await open(lock, "wx").catch(() => undefined);
    if (mine) {
      await mine.close();
      await makeDump(path, fill).finally(() => rmSync(lock, { force: true }));
    } else if (ageOf(lock) > 120_000) {
      rmSync(lock, { force: true });
    } else {
      await delay(50);
    }
  }
  return path;
}

async function makeDump(path: string, fill: Fill): Promise<void> {
  if (existsSync(path)) return;
  removeOldDumps();
  const embedded = await EmbeddedEngine.inMemory();
  const database = openThrough(privateAccess(embedded));
  try {
    await fill(database);
    await embedded.engine.exec("checkpoint");
    const dump = await embedded.engine.dumpDataDir("none");
    await writeFile(`${path}.${process.pid}`, Buffer.from(await dump.arrayBuffer()));
    await rename(`${path}.${process.pid}`, path);
  } finally {
    await database.close();
  }
}

/** Each has some 40 MB, and every change of the schema makes one. */
function removeOldDumps(): void {
  const old = readdirSync(tmpdir()).filter((name) => name.startsWith("portico-template-"));
  for (const path of old.map((name) => join(tmpdir(), name)))
    if (ageOf(path) > 3_600_000) rmSync(path, { force: true });
}

function ageOf(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}
