import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { open, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { EmbeddedEngine, type EmbeddedDatabase } from "../../src/db/engine.js";
import { templateKey } from "./template.js";

// This module starts the engine while the application is still being loaded, so it imports little of the application itself.

type Fill = (engine: EmbeddedDatabase) => Promise<void>;

/** Another version of the engine may not read this one's files. */
const engineVersion = versionOfEngine();

let early: Promise<EmbeddedDatabase> | undefined;

/** Starts an engine for the first `openEngine`. Loading the application takes as long as this, and mostly waits. */
export function startEarly(): void {
  early = embeddedTemplate().then(fromDump);
  // Whoever opens it sees the error.
  early.catch(() => undefined);
}

/** Opens an engine in memory whose database is migrated and seeded, from a dump that is made once per schema. */
export async function openEngine(): Promise<EmbeddedDatabase> {
  const started = early;
  early = undefined;
  return started ?? fromDump(await embeddedTemplate());
}

/** Opens an engine in memory with nothing in its database. */
export async function openEmptyEngine(): Promise<EmbeddedDatabase> {
  return fromDump(await ensureDump(`${engineVersion}-empty`, () => Promise.resolve()));
}

/** Returns the path of the dump. Makes it where it is missing, which takes several seconds: call it outside of tests. */
export function embeddedTemplate(): Promise<string> {
  return ensureDump(`${engineVersion}-${templateKey()}`, async (engine) => {
    const { prepareEngine } = await import("./embedded.js");
    await prepareEngine(engine);
  });
}

function versionOfEngine(): string {
  const entry = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const text = readFileSync(join(dirname(entry), "../package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

async function fromDump(path: string): Promise<EmbeddedDatabase> {
  return EmbeddedEngine.inMemory({ loadDataDir: new Dump(await readFile(path)), startParams: await startParams() });
}

/** Returns its bytes as they are, where a blob would return a copy: each has 30 MB. */
class Dump extends Blob {
  constructor(private readonly content: Buffer<ArrayBuffer>) {
    super([]);
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteLength, byteOffset } = this.content;
    const isWhole = byteLength === buffer.byteLength;
    return Promise.resolve(isWhole ? buffer : buffer.slice(byteOffset, byteOffset + byteLength));
  }
}

/** A test's database is small, and so are its buffers: those of the default size take longer to set up than most tests. */
async function startParams(): Promise<string[]> {
  const { PGlite } = await import("@electric-sql/pglite");
  return [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"];
}

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
  try {
    await fill(embedded);
    await dropTemplates(embedded);
    await embedded.engine.exec("checkpoint");
    const dump = await embedded.engine.dumpDataDir("none");
    await writeFile(`${path}.${process.pid}`, Buffer.from(await dump.arrayBuffer()));
    await rename(`${path}.${process.pid}`, path);
  } finally {
    await embedded.close();
  }
}

/** Drops the databases that new ones are copied from: two thirds of all files, and no test makes a database in the engine. */
async function dropTemplates({ engine }: EmbeddedDatabase): Promise<void> {
  await engine.exec("update pg_database set datistemplate = false");
  for (const name of ["template0", "template1"]) await engine.exec(`drop database ${name}`);
}

/** Each has some 30 MB, and every change of the schema makes one. */
function removeOldDumps(): void {
  const old = readdirSync(tmpdir()).filter((name) => name.startsWith("portico-template-"));
  for (const path of old.map((name) => join(tmpdir(), name)))
    if (ageOf(path) > 3_600_000) rmSync(path, { force: true });
}

function ageOf(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}
