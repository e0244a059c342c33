import type { Db } from "../db/database.js";
import { isUniqueViolation } from "../db/sql-errors.js";
import type { SqlField } from "../search-criteria/compile-sql.js";
import type { SearchCriteria } from "../search-criteria/search-criteria.types.js";
import { searchPage } from "../search-criteria/search-page.sql.js";
import type { TaxClass, TaxClassSearchResults } from "./tax-classes.types.js";

const columns = "class_id, class_name, class_type";

const fields: ReadonlyMap<string, SqlField> = new Map<string, SqlField>([
  ["class_id", { sql: "class_id", type: "integer" }],
  ["class_name", { sql: "class_name", type: "text" }],
  ["class_type", { sql: "class_type", type: "text" }],
]);

/** A class, or undefined where there is none. */
export async function readTaxClass(db: Db, id: number): Promise<TaxClass | undefined> {
  const row = await db.one<TaxClass>(`select ${columns} from tax_class where class_id = $1::int`, [id]);
  return row;
}

/** The classes that the criteria ask for. */
export function searchTaxClasses(db: Db, searchCriteria: SearchCriteria): Promise<TaxClassSearchResults> {
  return searchPage<TaxClass>(db, searchCriteria, {
    columns,
    from: "tax_class",
    field: (name) => fields.get(name),
    tieBreaker: "class_id",
  });
}

/** Adds a class; gives its id, or undefined where the name is taken in any case. */
export async function insertTaxClass(db: Db, name: string, type: string): Promise<number | undefined> {
  const row = await db.one<{ class_id: number }>(
    `insert into tax_class (class_name, class_type) values ($1::text, $2::text) on conflict do nothing returning class_id`,
    [name, type],
  );
  return row?.class_id;
}

/** Gives a class another name; gives its id, or undefined where the name is taken in any case. */
export async function renameTaxClass(db: Db, id: number, name: string): Promise<number | undefined> {
  try {
    await db.execute(`update tax_class set class_name = $2::text where class_id = $1::int`, [id, name]);
    return id;
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/** What keeps a class from being removed. */
export interface TaxClassUses {
  readonly by_rules: boolean;
  readonly by_groups: boolean;
  readonly by_products: boolean;
}

/** Keeps a class from being given to rules and groups until the transaction ends, and tells what has it already. */
export async function holdTaxClass(db: Db, id: number): Promise<TaxClassUses | undefined> {
  await db.execute(`select 1 from tax_class where class_id = $1::int for update`, [id]);
  const row = await db.one<TaxClassUses>(
    `select
       exists (select from tax_rule_customer_class where tax_class_id = $1::int)
         or exists (select from tax_rule_product_class where tax_class_id = $1::int) as by_rules,
       exists (select from customer_group where tax_class_id = $1::int) as by_groups,
       exists (select from product_values where data ->> 'tax_class_id' = $1::int::text) as by_products
     from tax_class where class_id = $1::int`,
    [id],
  );
  return row;
}

/** Removes a class that nothing has. */
export const removeTaxClass = (db: Db, id: number): Promise<number> =>
  db.execute(`delete from tax_class where class_id = $1::int`, [id]);
