import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
} from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm";
import * as glue from "@prisma/schema-engine-wasm/schema_engine_bg";
import type pg from "pg";
import { prismaFolder } from "../src/platform/db/migrations/migration-files.js";
import { through } from "../src/platform/db/prisma/prisma-adapter.js";
import type { Statement } from "../src/platform/db/statements/runner.js";

let loading: Promise<void> | undefined;

const oidOfChar = 18;
const oidOfText = 25;

/** The differences of a schema from the models. */
export interface SchemaDiff {
  readonly sql: string;
  readonly isEmpty: boolean;
}

/** `@types/node` 20 has no types for it. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

/** Compares a database with the models in `prisma/`. Changes nothing. */
export function diffFromModels(pool: pg.Pool): Promise<SchemaDiff> {
  const files = modelFiles();
  return withSchemaEngine(pool, async (engine) => {
    const { stdout, exitCode } = await engine.diff({
      from: { tag: "schemaDatasource", files, configDir: prismaFolder },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: true,
      // The engine excludes its own table of migrations.
      filters: { externalTables: [], externalEnums: [] },
    });
    return { sql: stdout ?? "", isEmpty: exitCode === 0 };
  });
}

/** Runs work with Prisma's schema engine on a database. */
export async function withSchemaEngine<Result>(
  pool: pg.Pool,
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  await (loading ??= load());
  const adapter = bindMigrationAwareSqlAdapterFactory(adapterWithChars(pool));
  const datamodels = modelFiles().map(({ path, content }): [string, string] => [path, content]);
  const engine = await glue.SchemaEngine.new({ datamodels }, () => undefined, adapter);
  try {
    return await work(engine);
  } finally {
    engine.free();
  }
}

/**
 * Returns Prisma's adapter with support for PostgreSQL's internal type "char", which it lacks for reading a
 * catalog.
 */
function adapterWithChars(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(pool);
  const connect = async (): Promise<SqlDriverAdapter> => {
    const adapter = await factory.connect();
    return Object.assign(through(adapter, pool), { queryRaw: (query: SqlQuery) => queryChars(adapter, pool, query) });
  };
  const { provider, adapterName } = factory;
  return { provider, adapterName, connect, connectToShadowDb: () => factory.connectToShadowDb() };
}

async function queryChars(adapter: SqlDriverAdapter, pool: pg.Pool, query: SqlQuery): Promise<SqlResultSet> {
  const chars = new Set<number>();
  const client = {
    query: async (statement: Statement) => {
      const result = await pool.query<object>(statement);
      for (const [position, field] of result.fields.entries()) {
        if (field.dataTypeID !== oidOfChar) continue;
        field.dataTypeID = oidOfText;
        chars.add(position);
      }
      return result;
    },
  };
  const result = await through(adapter, client).queryRaw(query);
  const columnTypes = result.columnTypes.map((type, position) =>
    chars.has(position) ? ColumnTypeEnum.Character : type,
  );
  return { ...result, columnTypes };
}

/**
 * The package's own entry requires a Node.js flag for WebAssembly modules, so its two halves are loaded separately.
 */
async function load(): Promise<void> {
  const entry = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm");
  const bytes = readFileSync(join(dirname(entry), "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": { ...glue } });
  glue.__wbg_set_wasm(instance.exports);
  Reflect.apply(instance.exports["__wbindgen_start"] as () => void, undefined, []);
}

function modelFiles(): { path: string; content: string }[] {
  return readdirSync(prismaFolder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".prisma"))
    .sort()
    .map((name) => ({ path: `${prismaFolder}${name}`, content: readFileSync(`${prismaFolder}${name}`, "utf8") }));
}
