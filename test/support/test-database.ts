import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Database } from "../../src/db/database.js";
import { openDatabase } from "../../src/db/open.js";
import { prepareDatabase } from "../../src/db/prepare.js";

interface TestDatabase {
  readonly db: Database;
  readonly settings: NodeJS.ProcessEnv;
  dispose(): Promise<void>;
}

export async function openTestDatabase(onStatement: (text: string) => void): Promise<TestDatabase> {
  const admin = "postgresql://postgres@127.0.0.1:5432/postgres";
  const name = `portico_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client(admin);
  await client.connect();
  await client.query(`create database ${name}`);
  const settings = { DATABASE_URL: `postgresql://postgres@127.0.0.1:5432/${name}` };
  const db = await openDatabase({ ...settings, PORTICO_DATABASE_POOL: 10, PORTICO_DATA_DIR: "" }, { onStatement });
  await prepareDatabase(db);
  return {
    db,
    settings,
    dispose: async () => {
      await client.query(`drop database if exists ${name} with (force)`);
      await client.end();
    },
  };
}
