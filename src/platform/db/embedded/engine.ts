import { existsSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PGlite, PGliteOptions } from "@electric-sql/pglite";
import { WireBridge, type WireBridgeOptions, type WireEngine } from "../wire/wire.js";

/**
 * How long a commit waits: `full` until it is on the disk, so that it survives a power failure; `relaxed` until the
 * operating system has it, so that it survives the end of the process.
 */
export type Durability = "full" | "relaxed";

type Limits = Omit<WireBridgeOptions, "serverVersion">;

/** PostgreSQL in this process, behind the bridge that lets many connections use it. */
export class EmbeddedEngine implements WireEngine {
  private failed = false;

  private constructor(private readonly database: PGlite) {}

  /** Whether the engine itself failed at the last unit, rather than a statement in it. */
  get isBroken(): boolean {
    return this.failed;
  }

  /** Opens the database in a folder, which no other process may have open. Creates a missing one. */
  static async open(folder: string, durability: Durability): Promise<EmbeddedDatabase> {
    const path = join(folder, "database");
    if (!existsSync(path)) await createDatabase(folder, path);
    // The file exists as long as only engines that wait for the disk have written to the database.
    const synced = join(folder, "database.synced");
    if (durability === "relaxed") {
      await rm(synced, { force: true });
      return start({ dataDir: path }, {});
    }
    const { durableOptions, syncFolder, syncPath } = await import("./durable-files.js");
    if (!existsSync(synced)) {
      syncFolder(path);
      await writeFile(synced, "");
      syncPath(folder);
    }
    return start(durableOptions(path), {});
  }

  /** Opens a database in memory only; `loadDataDir` starts it from a dump. */
  static inMemory(options: PGliteOptions = {}, limits: Limits = {}): Promise<EmbeddedDatabase> {
    return start({ ...options, dataDir: "memory://" }, limits);
  }

  static of(database: PGlite): EmbeddedEngine {
    return new EmbeddedEngine(database);
  }

  /** Runs a unit of protocol messages and returns the whole answer. */
  async run(unit: Uint8Array): Promise<Buffer> {
    const parts: Buffer[] = [];
    this.failed = true;
    // Not `execProtocolRaw`, which also parses and keeps every answer.
    await this.database.execProtocolRawStream(unit, { onRawData: (bytes) => void parts.push(Buffer.from(bytes)) });
    this.failed = false;
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }
}

/** An open embedded database. */
export interface EmbeddedDatabase {
  /** Whether the engine has failed and answers nothing. */
  isBroken(): boolean;
  readonly bridge: WireBridge;
  readonly engine: PGlite;
  /** Rolls back open transactions, writes everything to the files and closes them. */
  close(): Promise<void>;
}

/** Whether a folder has an embedded database. */
export const hasEmbeddedDatabase = (folder: string): boolean => existsSync(join(folder, "database"));

/** Creates a database. It gets its name only when it is complete, so that a partial one is never mistaken for it. */
async function createDatabase(folder: string, path: string): Promise<void> {
  const { PGlite } = await import("@electric-sql/pglite");
  const unfinished = join(folder, "database.new");
  await rm(unfinished, { recursive: true, force: true });
  const database = await PGlite.create(unfinished);
  await database.close();
  await rename(unfinished, path);
}

/** Loads the engine and the extension for searches with misspellings. */
async function loadEngine() {
  const [{ PGlite }, { pg_trgm }] = await Promise.all([
    import("@electric-sql/pglite"),
    import("@electric-sql/pglite/contrib/pg_trgm"),
  ]);
  return { PGlite, pg_trgm };
}

async function start(options: PGliteOptions, limits: Limits): Promise<EmbeddedDatabase> {
  const { PGlite, pg_trgm } = await loadEngine();
  const engine = await PGlite.create({ ...options, extensions: { pg_trgm } });
  const { rows } = await engine.query<{ server_version: string }>("show server_version");
  const serverVersion = rows[0]?.server_version ?? "";
  const wire = EmbeddedEngine.of(engine);
  const bridge = new WireBridge(wire, { ...limits, serverVersion });
  return {
    isBroken: () => wire.isBroken,
    bridge,
    engine,
    close: async () => {
      await bridge.close();
      await engine.exec("checkpoint");
      await engine.close();
    },
  };
}
