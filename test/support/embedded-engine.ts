import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { mkdir, open, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { EmbeddedEngine, type EmbeddedDatabase } from "../../src/platform/db/embedded/engine.js";
import type { StoredFile } from "./shared-files.js";
import { templateKey } from "./template.js";

// This module starts the engine while the application is still loading, so it imports little of the application.

type Fill = (engine: EmbeddedDatabase) => Promise<void>;

/** A different version of the engine may not read the files. */
const engineVersion = versionOfEngine();

let early: Promise<EmbeddedDatabase> | undefined;

/** Starts an engine for the first `openEngine`. This mostly waits, and takes as long as loading the application. */
export function startEarly(): void {
  early = embeddedTemplate().then(fromDump);
  // `openEngine` reports the error.
  early.catch(() => undefined);
}

/** Opens an engine in memory with a migrated and seeded database, from a dump that is created once per schema. */
export async function openEngine(): Promise<EmbeddedDatabase> {
  const started = early;
  early = undefined;
  return started ?? fromDump(await embeddedTemplate());
}

/** Opens an engine in memory with an empty database. */
export async function openEmptyEngine(): Promise<EmbeddedDatabase> {
  return fromDump(await emptyTemplate());
}

const emptyTemplate = () => ensureDump(`${engineVersion}-empty`, () => Promise.resolve());

/**
 * Returns the path of the dump. Creates it if it is missing, which takes several seconds, so call it outside of
 * tests.
 */
export function embeddedTemplate(): Promise<string> {
  return ensureDump(`${engineVersion}-${templateKey()}`, async (engine) => {
    const { prepareEngine } = await import("./embedded.js");
    await prepareEngine(engine);
  });
}

/** Writes the database of a dump into an empty folder, where the application finds it as its own. */
export async function fillFolder(folder: string, content: "empty" | "prepared"): Promise<void> {
  const dump = content === "empty" ? await emptyTemplate() : await embeddedTemplate();
  const path = join(folder, "database");
  await mkdir(path, { recursive: true });
  await promisify(execFile)("tar", ["-xf", dump, "-C", path]);
  // Otherwise the first start would force hundreds of files to the disk.
  await writeFile(join(folder, "database.synced"), "");
}

function versionOfEngine(): string {
  const entry = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const text = readFileSync(join(dirname(entry), "../package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** The files of the dumps that this process has opened. Unpacking a dump again takes longer than starting the engine. */
const opened = new Map<string, Promise<StoredFile[]>>();

async function fromDump(path: string): Promise<EmbeddedDatabase> {
  const { SharedFiles, filesOf } = await import("./shared-files.js");
  const files = opened.get(path) ?? readFile(path).then(filesOf);
  opened.set(path, files);
  return EmbeddedEngine.inMemory({ fs: new SharedFiles(await files), startParams: await startParams() });
}

/**
 * Returns parameters with small buffers, because buffers of the default size take longer to set up than most tests
 * run.
 */
async function startParams(): Promise<string[]> {
  const { PGlite } = await import("@electric-sql/pglite");
  return [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"];
}

/** Creates the dump if it is missing. Other processes wait for it. */
async function ensureDump(name: string, fill: Fill): Promise<string> {
  const path = join(tmpdir(), `portico-template-${name}-1mb.tar`);
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
  // Otherwise the log makes up two thirds of the dump, because a segment has 16 MB and finished segments stay.
  const { PGlite } = await import("@electric-sql/pglite");
  const embedded = await EmbeddedEngine.inMemory({
    initDbStartParams: ["--wal-segsize=1"],
    startParams: [...PGlite.defaultStartParams, "-c", "wal_recycle=off", "-c", "min_wal_size=2MB"],
  });
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

/**
 * Drops the template databases: they make up two thirds of all files, and no test creates a database in the engine.
 */
async function dropTemplates({ engine }: EmbeddedDatabase): Promise<void> {
  await engine.exec("update pg_database set datistemplate = false");
  for (const name of ["template0", "template1"]) await engine.exec(`drop database ${name}`);
}

/** Each dump has 20 MB, and every change of the schema creates one. */
function removeOldDumps(): void {
  const old = readdirSync(tmpdir()).filter((name) => name.startsWith("portico-template-"));
  for (const path of old.map((name) => join(tmpdir(), name)))
    if (ageOf(path) > 3_600_000) rmSync(path, { force: true });
}

function ageOf(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}
