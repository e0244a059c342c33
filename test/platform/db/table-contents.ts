import type { Db } from "../../../src/platform/db/database.js";

/** Reads every row of every table as text, and where the sequences stand, to compare two databases. */
export async function contentsOf(db: Db): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = await db.query<{ name: string }>(
    "select relname::text as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace order by 1",
  );
  const contents: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    // Texts compare alike under any collation of the database.
    const rows = await db.query<{ text: string }>(
      `select t::text as text from "${name}" t order by t::text collate "C"`,
    );
    contents[name] = rows.map(({ text }) => text);
  }
  const sequences = await db.query<{ text: string }>(
    "select sequencename || ' ' || coalesce(last_value, 0) as text from pg_sequences where schemaname = current_schema() order by 1",
  );
  return { ...contents, sequences: sequences.map(({ text }) => text) };
}
