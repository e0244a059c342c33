import { mkdirSync, writeFileSync } from "node:fs";
import pg from "pg";
import { EmbeddedEngine } from "../src/platform/db/embedded/engine.js";
import { privateAccess } from "../src/platform/db/embedded/embedded.js";
import { migrate } from "../src/platform/db/migrations/migrate.js";
import { prismaFolder } from "../src/platform/db/migrations/migration-files.js";
import { openThrough } from "../src/platform/db/open.js";
import { diffFromModels } from "./schema-diff.js";

const usage = `Usage:
  npm run db:diff                     prints the SQL that the models need beyond the migrations
  npm run db:diff -- --write <name>   writes it as the next migration, e.g. 0002_<name>
  npm run db:diff -- --reset          rewrites 0001_initial; only before the first release
`;

/** Compares the models with the migrations on a scratch database in memory. */
async function main([option, name]: readonly string[]): Promise<void> {
  const access = privateAccess(await EmbeddedEngine.inMemory());
  const database = openThrough(access);
  const pool = new pg.Pool({ stream: () => access.stream(), user: "postgres", ssl: false });
  try {
    if (option === "--reset") return write("0001_initial", (await diffFromModels(pool)).sql);
    const applied = await database.transaction((transaction) => migrate(transaction));
    const { sql, isEmpty } = await diffFromModels(pool);
    if (isEmpty) console.log("The migrations match the models.");
    else if (option === "--write" && /^[a-z0-9_]+$/.test(name ?? "")) write(`${next(applied)}_${name}`, sql);
    else if (option === undefined) console.log(sql);
    else console.error(usage);
  } finally {
    await pool.end();
    await database.close();
  }
}

function next(applied: readonly string[]): string {
  return String(Number.parseInt(applied.at(-1) ?? "0", 10) + 1).padStart(4, "0");
}

function write(name: string, sql: string): void {
  const folder = `${prismaFolder}migrations/${name}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/migration.sql`, sql);
  console.log(`Wrote ${folder}/migration.sql.`);
}

await main(process.argv.slice(2));
