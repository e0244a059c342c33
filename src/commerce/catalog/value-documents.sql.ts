// SQL: set-based writes of the documents of all scopes in one statement (measured by `drain-creations`), and models cannot read
// single values of documents.
import { batched } from "../../platform/db/batched.js";
import type { Db } from "../../platform/db/database.js";
import type { PatternSearch, SqlField } from "../../api/search-criteria/sql-field.js";

/** Attribute values by code, as text: decimals with six places, dates as `YYYY-MM-DD hh:mm:ss`. */
export type ValueDocument = Readonly<Record<string, string | null>>;

/** Changes of the value documents of a product or category: by store and attribute code; null deletes a value. */
export type ValueChanges = Map<number, Record<string, string | null>>;

/** The changes of the documents of one product or category. */
interface OwnedChanges {
  readonly id: number;
  readonly changes: ValueChanges;
}

/**
 * Writes the documents of all scopes in one statement, touching only the given keys. Concurrent writes in one transaction
 * share the statement.
 */
export function documentWriter(
  table: "product_values" | "category_values",
  owner: "product_id" | "category_id",
): (db: Db, id: number, changes: ValueChanges) => Promise<void> {
  const statement = `with given as materialized (
      select * from jsonb_to_recordset($1::text::jsonb) as given (id int, store_id int, set jsonb, removed text[]))
    insert into ${table} (${owner}, store_id, data)
    select id, store_id, set from given order by id, store_id
    on conflict (${owner}, store_id) do update set data = (${table}.data || excluded.data) - (
      select removed from given where given.id = excluded.${owner} and given.store_id = excluded.store_id)`;
  const write = batched({
    groupBy: () => "",
    load: async (db: Db, written: readonly OwnedChanges[]) => {
      await db.execute(statement, [JSON.stringify(written.flatMap(rowsOf))]);
      return written.map(() => undefined);
    },
  });
  return async (db, id, changes) => {
    if (changes.size > 0) await write(db, { id, changes });
  };
}

const rowsOf = ({ id, changes }: OwnedChanges) =>
  [...changes].map(([store_id, values]) => {
    const entries = Object.entries(values);
    return {
      id,
      store_id,
      set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
      removed: entries.filter(([, value]) => value === null).map(([code]) => code),
    };
  });

/** Reads the documents of a product or category, by store. */
export const documentReader =
  (table: "product_values" | "category_values", owner: "product_id" | "category_id") =>
  async (db: Db, id: number): Promise<ReadonlyMap<number, Readonly<Record<string, string>>>> => {
    const rows = await db.query<{ store_id: number; data: Readonly<Record<string, string>> }>(
      `select store_id, data from ${table} where ${owner} = $1::int`,
      [id],
    );
    return new Map(rows.map(({ store_id, data }) => [store_id, data]));
  };

/** Whether a product has this value of an attribute in any scope. */
export const hasProductWith = async (db: Db, code: string, value: string): Promise<boolean> =>
  (await db.one("select 1 from product_values where data ->> $1::text = $2::text limit 1", [code, value])) !==
  undefined;

/**
 * SQL of an attribute's text in a store view with document `v`; `g` is the global document. An empty text of the store
 * view hides the global value.
 */
export const valueOf = (code: string): string => `nullif(coalesce(v.data ->> '${code}', g.data ->> '${code}'), '')`;

/** Finds products by a pattern of their name, in all store views or in the store view `$1`. */
export const likeName: PatternSearch = {
  ids: (pattern) => `select like_name.product_id from product_values like_name
    where like_name.store_id in (0, $1::int) and general_ci(like_name.data ->> 'name') like general_ci(${pattern})`,
  isIndexed: true,
};

/** Finds products by a pattern of their SKU. */
export const likeSku: PatternSearch = {
  ids: (pattern) => `select like_sku.id from product like_sku where like_sku.sku_key like ${pattern}`,
  isIndexed: false,
};

/** The cast and comparison type of stored text, by backend type; documents do not store `static` attributes. */
const types: Readonly<Record<string, { readonly cast: string; readonly type: SqlField["type"] }>> = {
  varchar: { cast: "", type: "collated" },
  text: { cast: "", type: "collated" },
  int: { cast: "::int", type: "integer" },
  decimal: { cast: "::numeric", type: "decimal" },
  datetime: { cast: "::timestamp", type: "timestamp" },
};

/** Returns an attribute as a field of a search, or undefined if documents do not store it. */
export function documentField(code: string, backendType: string | undefined): SqlField | undefined {
  const found = types[backendType ?? ""];
  // Codes are embedded in the statement, so that it can be prepared; they contain only these characters.
  if (!found || !/^[a-zA-Z][a-zA-Z0-9_]*$/.test(code)) return undefined;
  return { sql: `(${valueOf(code)})${found.cast}`, type: found.type };
}

/** SQL of a column with `by_store` values, as text, for the store view `$1`. */
export const inView = (alias: string, column: string): string =>
  `coalesce(${alias}.by_store #>> array[$1::int::text, '${column}'], ${alias}.${column}::text)`;
