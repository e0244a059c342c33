import type { Db } from "./database.js";
import { modelColumns, type ModelName, type Row, tableOf, type UniqueColumn } from "./models.js";

/**
 * PostgreSQL's row locks, from strong to weak: `update` for a row that is deleted or whose key changes, `no key update`
 * for other changes, `share` for a row that must not change, `key share` for one that must not be deleted.
 */
export type LockMode = "update" | "no key update" | "share" | "key share";

/** The rows to lock, by the values of one unique column. */
type RowsToLock<Model extends ModelName> = {
  [Column in UniqueColumn<Model>]: Readonly<Record<Column, readonly Row<Model>[Column][]>> & {
    readonly [Other in Exclude<UniqueColumn<Model>, Column>]?: never;
  };
}[UniqueColumn<Model>];

const arrayTypes: Readonly<Record<string, string>> = {
  Int: "int[]",
  BigInt: "bigint[]",
  String: "text[]",
  Uuid: "uuid[]",
  Bytes: "bytea[]",
};

/**
 * Locks rows until the transaction ends, and returns those that exist with their values after locking: `lock(db,
 * "taxRate", { id: ids, for: "update" })`. The rows of a table are always locked in the order of its primary key, so that
 * two transactions that lock several of them wait for each other instead of deadlocking.
 */
export async function lock<Model extends ModelName>(
  db: Db,
  model: Model,
  { for: mode, ...rows }: RowsToLock<Model> & { readonly for: LockMode },
): Promise<Row<Model>[]> {
  const [column = "", values = []] = Object.entries<readonly unknown[]>(rows)[0] ?? [];
  if (values.length === 0) return [];
  const { table, key, columns } = tableOf(model);
  const type = arrayTypes[columns[column]?.type ?? ""];
  if (type === undefined) throw new Error(`Rows of ${model} cannot be locked by \`${column}\`.`);
  return db.query<Row<Model>>(
    `select ${modelColumns(model, quote([table]))} from ${quote([table])} where ${quote([column])} = any($1::${type})
     order by ${quote(key)} for ${mode}`,
    [values],
  );
}

const quote = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ");

/**
 * Locks a name until the transaction ends, if there is no row to lock. Equal names of one kind exclude each other across
 * all processes.
 */
export async function lockName(db: Db, kind: string, name: string): Promise<void> {
  await db.query("select pg_advisory_xact_lock(hashtext($1::text), hashtext($2::text))", [kind, name]);
}

/**
 * Makes statements of the transaction fail if they wait longer than two seconds for a lock, so that other transactions go
 * first.
 */
export const shortenLockTimeout = (tx: Db): Promise<number> => tx.execute("set local lock_timeout = '2s'");
