// cspell:ignore reltuples relpersistence reloptions atttypid atttypmod attnotnull attstattarget adrelid adnum adbin attrdef
// cspell:ignore convalidated tgenabled prosrc pronamespace setconfig setdatabase attgenerated
import type pg from "pg";

/** What distinguishes a newly installed database from a used one. */
interface State {
  /** Everything but rows and sequences: tables, columns, indexes, constraints, triggers, functions, statistics. */
  readonly catalog: string;
  /** A hash of the rows by table. */
  readonly rows: ReadonlyMap<string, string>;
  /** The last value by sequence; null if it was never used. */
  readonly sequences: ReadonlyMap<string, string | null>;
}

/** A newly installed database, as other databases are brought back to it. */
export interface Installed extends State {
  /** The rows by table, as a JSON array; without the tables that are empty. */
  readonly content: ReadonlyMap<string, string>;
  /** In bytes. */
  readonly size: number;
}

/** Deleted rows stay in the files of a database. Above this growth, in bytes, it is not used again. */
const maxGrowth = 8_000_000;

/** Reads the state and the content of a newly installed database. */
export async function readInstalled(client: pg.Client): Promise<Installed> {
  const state = await readState(client);
  const content = new Map<string, string>();
  for (const table of state.rows.keys()) {
    const [found] = await query<{ json: string | null }>(client, `select json_agg(t)::text as json from "${table}" t`);
    if (found?.json) content.set(table, found.json);
  }
  return { ...state, content, size: await sizeOf(client) };
}

/**
 * Brings the rows and sequences of a database back to the state after its installation. Returns false if more than that
 * has changed or much was written, so that only a new database will do.
 */
export async function restore(client: pg.Client, installed: Installed): Promise<boolean> {
  await endOtherSessions(client);
  if ((await sizeOf(client)) > installed.size + maxGrowth) return false;
  const used = await readState(client);
  if (used.catalog !== installed.catalog) return false;
  await client.query("begin");
  // Foreign keys and triggers do not act on these deletes and inserts.
  await client.query("set local session_replication_role = replica");
  for (const table of changedKeys(used.rows, installed.rows)) {
    await client.query(`delete from "${table}"`);
    const rows = installed.content.get(table);
    if (rows !== undefined) await client.query(await insertInto(client, table), [rows]);
  }
  for (const sequence of changedKeys(used.sequences, installed.sequences)) {
    const last = installed.sequences.get(sequence) ?? null;
    await client.query("select setval(quote_ident($1)::regclass, coalesce($2::bigint, 1), $2 is not null)", [
      sequence,
      last,
    ]);
  }
  await client.query("commit");
  const restored = await readState(client);
  const { rows, sequences } = installed;
  return changedKeys(restored.rows, rows).length + changedKeys(restored.sequences, sequences).length === 0;
}

/** A process that was ended may not have gone yet. */
async function endOtherSessions(client: pg.Client): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

async function sizeOf(client: pg.Client): Promise<number> {
  const [found] = await query<{ size: string }>(client, "select pg_database_size(current_database()) as size");
  return Number(found?.size);
}

async function readState(client: pg.Client): Promise<State> {
  const [{ catalog } = { catalog: "" }] = await query<{ catalog: string }>(client, catalogHash);
  const tables = await query<{ name: string }>(
    client,
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  );
  const hashes = tables.map(
    ({ name }) =>
      `select '${name}' as name, concat(count(*), ' ', sum(hashtextextended(t::text, 0))) as hash from "${name}" t`,
  );
  const rows = await query<{ name: string; hash: string }>(client, hashes.join(" union all "));
  const sequences = await query<{ name: string; last: string | null }>(
    client,
    "select sequencename as name, last_value as last from pg_sequences where schemaname = 'public'",
  );
  return {
    catalog,
    rows: new Map(rows.map(({ name, hash }) => [name, hash])),
    sequences: new Map(sequences.map(({ name, last }) => [name, last])),
  };
}

const catalogHash = `
  select md5(string_agg(line, ',' order by line)) as catalog from (
    select concat_ws(' ', 'class', oid, relname, reltuples, relpersistence, reloptions) from pg_class
      where relnamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'column', attrelid, attnum, attname, atttypid, atttypmod, attnotnull, attstattarget)
      from pg_attribute where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all select concat_ws(' ', 'default', adrelid, adnum, pg_get_expr(adbin, adrelid)) from pg_attrdef
    union all select concat_ws(' ', 'constraint', oid, convalidated) from pg_constraint
    union all select concat_ws(' ', 'trigger', oid, tgenabled) from pg_trigger
    union all select concat_ws(' ', 'function', oid, prosrc) from pg_proc where pronamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'statistics', tablename, attname) from pg_stats where schemaname = 'public'
    union all select concat_ws(' ', 'setting', setconfig) from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())
  ) as found(line)`;

async function insertInto(client: pg.Client, table: string): Promise<string> {
  const [{ columns } = { columns: "" }] = await query<{ columns: string }>(
    client,
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = quote_ident($1)::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return `insert into "${table}" (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::"${table}", $1)`;
}

async function query<Row extends object>(client: pg.Client, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows;
}

/** Returns the keys whose values differ, or that only one of the maps has. */
function changedKeys<Value>(one: ReadonlyMap<string, Value>, other: ReadonlyMap<string, Value>): string[] {
  const keys = new Set([...one.keys(), ...other.keys()]);
  return [...keys].filter((key) => one.get(key) !== other.get(key));
}
