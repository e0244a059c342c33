import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import * as z from "zod";
import type { Db } from "../database.js";
import { prismaFolder } from "./migration-files.js";

/**
 * A file of `prisma/seed`: rows of one table by column name. Names that begin with `_` are comments. A new file needs no
 * code; files are applied in the order of their names.
 */
const seedFile = z.strictObject({
  table: z.string().regex(/^[a-z_]+$/),
  /** The columns that identify a row. */
  key: z.array(z.string().regex(/^[a-z_]+$/)).min(1),
  /** The column with a sequence, and the first number for new rows; lower numbers are reserved for later releases. */
  counter: z.strictObject({ column: z.string().regex(/^[a-z_]+$/), next: z.int().positive() }).optional(),
  rows: z.array(z.record(z.string().regex(/^[a-z0-9_]+$/), z.json())),
});

type SeedFile = z.output<typeof seedFile> & { readonly name: string };

/** All seeds with a hash of their content. */
export interface Seeds {
  /** Parses the files. This is done on demand, because most databases already have their content. */
  readonly files: () => readonly SeedFile[];
  readonly version: string;
}

const versionPath = "portico/seed/version";

/** Reads the seeds, in order. */
export function readSeeds(folder = `${prismaFolder}seed/`): Seeds {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const texts = names.sort().map((name) => ({ name, text: readFileSync(`${folder}${name}`, "utf8") }));
  const hash = createHash("sha256");
  for (const { name, text } of texts) hash.update(`${name}\n${text}\n`);
  return {
    files: () => texts.map(({ name, text }) => ({ ...seedFile.parse(JSON.parse(text)), name })),
    version: hash.digest("hex"),
  };
}

/** Whether exactly these seeds have been applied. The tables must exist. */
export async function isSeeded(db: Db, seeds: Seeds): Promise<boolean> {
  const row = await db.one("select 1 from config_value where path = $1 and value = $2", [versionPath, seeds.version]);
  return row !== undefined;
}

/**
 * Writes the initial data of an installation. Rows that were written before are not written again, so later deletions and
 * changes are kept. Run it in a transaction that holds `lockSchema`.
 */
export async function seed(transaction: Db, seeds: Seeds = readSeeds()): Promise<void> {
  if (await isSeeded(transaction, seeds)) return;
  const seededKeys = await readSeededKeys(transaction);
  const files = seeds.files();
  for (const file of files) {
    const before = new Set(seededKeys.get(seededKeysPath(file)));
    const rows = file.rows.filter((row) => !before.has(keyOf(file, row)));
    if (rows.length > 0) await insertSeedRows(transaction, file, rows);
    seededKeys.set(seededKeysPath(file), [...new Set([...before, ...file.rows.map((row) => keyOf(file, row))])]);
  }
  await raiseCounters(transaction, files);
  await recordSeeds(transaction, seededKeys, seeds.version);
}

async function insertSeedRows(transaction: Db, { table, rows: all }: SeedFile, rows: SeedFile["rows"]): Promise<void> {
  const columns = [...new Set(all.flatMap(Object.keys))].filter((column) => !column.startsWith("_")).join(", ");
  await transaction.execute(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb) ` +
      "on conflict do nothing",
    [JSON.stringify(rows)],
  );
}

/** Raises sequences past the seeded numbers, and never lowers them. */
async function raiseCounters(transaction: Db, files: readonly SeedFile[]): Promise<void> {
  const raises = files.flatMap(({ table, counter }) => {
    if (!counter) return [];
    const sequence = `pg_get_serial_sequence('${table}', '${counter.column}')`;
    const highest = `(select max(${counter.column}) from ${table})`;
    return `select setval(${sequence}, greatest(${counter.next - 1}, ${highest}, pg_sequence_last_value(${sequence}::regclass)))`;
  });
  if (raises.length > 0) await transaction.query(raises.join(" union all "));
}

async function readSeededKeys(transaction: Db): Promise<Map<string, string[]>> {
  const rows = await transaction.query<{ path: string; value: string }>(
    "select path, value from config_value where path like 'portico/seed/rows/%'",
  );
  return new Map(rows.map(({ path, value }) => [path, z.array(z.string()).parse(JSON.parse(value))]));
}

async function recordSeeds(transaction: Db, planted: ReadonlyMap<string, string[]>, version: string): Promise<void> {
  const values = new Map([...planted].map(([path, keys]) => [path, JSON.stringify(keys)]));
  values.set(versionPath, version);
  await transaction.execute(
    "insert into config_value (path, scope, scope_id, value) select path, 'default', 0, value " +
      "from unnest($1::text[], $2::text[]) as planted (path, value) " +
      "on conflict (path, scope, scope_id) do update set value = excluded.value",
    [[...values.keys()], [...values.values()]],
  );
}

function seededKeysPath({ name }: SeedFile): string {
  return `portico/seed/rows/${name.replace(/\.json$/, "")}`;
}

function keyOf({ key }: SeedFile, row: SeedFile["rows"][number]): string {
  return JSON.stringify(key.map((column) => row[column]));
}
