// SQL: models cannot reach these counters: their table is in a schema of its own, possibly in another database.
import type pg from "pg";

export const schemaName = "portico_limits";
export const tableName = "counter";

/** The table has a schema of its own, so that it can be in the main database. */
const createTable = `
  create schema if not exists ${schemaName};
  create table if not exists ${schemaName}.${tableName} (
    key varchar(255) primary key, points integer not null default 0, expire bigint
  )`;

/**
 * Creates the table of the counters unless it exists. Tries twice: if two processes create the table at the same moment,
 * one of them fails and then finds it.
 */
export async function createCounterTable(pool: pg.Pool): Promise<void> {
  await pool.query(createTable).catch(() => pool.query(createTable));
}

/** Deletes counters of windows that ended. */
export async function deleteEndedCounters(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from ${schemaName}.${tableName} where expire < $1`, [Date.now()]);
}

/**
 * Runs the queries of a limiter without the names that it gives them, for a pooler: the next one may reach a session that
 * does not know the name.
 */
export const withoutNames = (pool: pg.Pool) => ({
  query: ({ text, values }: pg.QueryConfig) => pool.query({ text, ...(values && { values }) }),
});
