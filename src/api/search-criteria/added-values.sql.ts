// SQL: models cannot be parts of the statements that read and search records; the values of a record are a set-based write.
import { type AddedField, addedAttributes } from "../contract/extension-attributes.js";
import type { Db } from "../../platform/db/database.js";
import type { IndexedCondition, SqlField } from "./sql-field.js";

/** The records that have values. */
export interface ValueOwner {
  /** The name of their shape. */
  readonly shape: string;
  /** The table of the values, with the columns `name` and `value`. */
  readonly table: `${string}_added_value`;
  /** The column with the id of the record. */
  readonly column: string;
}

/** Values by the names of their attributes, as text. */
export type StoredValues = Readonly<Record<string, string>>;

const casts = { text: "", integer: "::int", decimal: "::numeric", boolean: "::boolean" } as const;
/** Characters of a value that the index has. */
const indexed = 200;

/** Returns the SQL of the stored values of a record, as a JSON object or null. `owner` is the SQL of its id. */
export const valuesColumn = ({ table, column }: ValueOwner, owner: string): string =>
  `(select json_object_agg(x.name, x.value) from ${table} x where x.${column} = ${owner})`;

/** Returns the stored values of records, by their ids. Sends nothing if no attribute was added to them. */
export async function readAddedValues(
  db: Db,
  { shape, table, column }: ValueOwner,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredValues>> {
  if (ids.length === 0 || addedAttributes(shape).length === 0) return new Map();
  const rows = await db.query<{ id: number; added: StoredValues }>(
    `select x.${column} as id, json_object_agg(x.name, x.value) as added
     from ${table} x where x.${column} = any($1::int[]) group by x.${column}`,
    [ids],
  );
  return new Map(rows.map(({ id, added }) => [id, added]));
}

/** Returns the search fields of the attributes that extensions added to a kind of record. */
export function addedSqlFields(values: ValueOwner, owner: string): Readonly<Record<string, SqlField>> {
  const fields = addedAttributes(values.shape);
  return Object.fromEntries(fields.map((field) => [field.name, sqlField(field, values, owner)]));
}

function sqlField({ name, type }: AddedField, { table, column }: ValueOwner, owner: string): SqlField {
  const sql = `x.value${casts[type]}`;
  // Names of attributes are words, which the extension was checked for.
  const from = `from ${table} x where x.${column} = ${owner} and x.name = '${name}'`;
  const field: SqlField = {
    sql,
    type,
    exists: (condition) => `exists (select ${from} and ${condition})`,
    single: `(select ${sql} ${from})`,
  };
  if (type !== "text" && type !== "integer") return field;
  const byIndex = ({ condition, values, bind }: IndexedCondition) => {
    const given = type === "integer" ? values.map(toInteger) : values;
    if (condition !== "in" || given.some((value) => value === undefined)) return undefined;
    return `${owner} in (select x.${column} from ${table} x join unnest(${bind(given)}::text[]) as given (value)
        on lower(left(x.value, ${indexed})) = lower(left(given.value, ${indexed})) and lower(x.value) = lower(given.value)
      where x.name = '${name}')`;
  };
  return { ...field, indexed: byIndex };
}

/** Returns an integer as it is stored; undefined for other texts, which the index does not have. */
const toInteger = (text: string): string | undefined =>
  /^\s*-?\d{1,9}\s*$/.test(text) ? String(Number(text)) : undefined;

/**
 * Stores the given values of a record; null removes one, and the others stay. Returns the values that were given. Sends nothing
 * if there are none.
 */
export async function writeAddedValues(
  db: Db,
  { shape, table, column }: ValueOwner,
  { id, given }: AddedRecord,
): Promise<StoredValues> {
  const sent = sentValues(shape, given);
  const removed = sent.flatMap(([name, value]) => (value === null ? [name] : []));
  if (removed.length > 0) {
    await db.execute(`delete from ${table} where ${column} = $1::int and name = any($2::text[])`, [id, removed]);
  }
  const kept = sent.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  if (kept.length > 0) {
    await db.execute(
      `insert into ${table} (${column}, name, value)
       select $1::int, given.name, given.value from unnest($2::text[], $3::text[]) as given (name, value)
       on conflict (${column}, name) do update set value = excluded.value where ${table}.value <> excluded.value`,
      [id, kept.map(([name]) => name), kept.map(([, value]) => value)],
    );
  }
  return Object.fromEntries(kept);
}

/** Returns the attributes of a request that extensions added, with their values as they are stored. */
const sentValues = (shape: string, given: object | null | undefined): (readonly [string, string | null])[] =>
  addedAttributes(shape).flatMap(({ name }) => {
    const value: unknown = given ? Reflect.get(given, name) : undefined;
    return value === undefined ? [] : [[name, value === null ? null : String(value)] as const];
  });

/** A record with the extension attributes of a request. */
export interface AddedRecord {
  readonly id: number;
  readonly given: object | null | undefined;
}

/** Returns stored values in the form of the shape. Those of attributes that are not declared are left out. */
export function toAddedValues(shape: string, stored: StoredValues | null | undefined): object {
  if (!stored) return {};
  const shown = addedAttributes(shape).flatMap(({ name, type }) => {
    const value = stored[name];
    return value === undefined ? [] : [[name, shownValue(type, value)] as const];
  });
  return Object.fromEntries(shown);
}

function shownValue(type: AddedField["type"], value: string): string | number | boolean {
  if (type === "integer") return Number(value);
  return type === "boolean" ? value === "true" : value;
}
