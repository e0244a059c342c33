// SQL: set-based writes of the documents of all scopes in one statement (measured by `drain-creations`).
import type { Db } from "../../../../platform/db/database.js";
import { documentReader, documentWriter } from "../../value-documents.sql.js";

/** Writes the changes of a product's value documents. */
export const writeValues = documentWriter("product_values", "product_id");

/** Returns the value documents of a product by store. */
export const readValues = documentReader("product_values", "product_id");

/** Returns the global name of a product. */
export async function readName(db: Db, productId: number): Promise<string | undefined> {
  const row = await db.one<{ name: string | null }>(
    "select data ->> 'name' as name from product_values where product_id = $1 and store_id = 0",
    [productId],
  );
  return row?.name ?? undefined;
}

/** A value that must be unique among products. */
export interface UniqueValue {
  readonly code: string;
  readonly value: string;
}

/**
 * Returns the codes of values that another product has, in any scope and ignoring case. Locks the values until the
 * transaction ends, so that only one of two concurrent saves gets a value.
 */
export async function findTakenValues(db: Db, productId: number, wanted: readonly UniqueValue[]): Promise<string[]> {
  const terms = [wanted.map(({ code }) => code), wanted.map(({ value }) => value)];
  await db.query(
    `select pg_advisory_xact_lock(key) from (
       select distinct hashtextextended(product_value_term(code, value), 7270842) as key
       from unnest($1::text[], $2::text[]) as given (code, value) order by key) as keys`,
    terms,
  );
  const rows = await db.query<{ code: string }>(
    `select code from unnest($2::text[], $3::text[]) with ordinality as given (code, value, place)
     where exists (select from product_values v where v.product_id <> $1::int
       and product_value_terms(v.data) && array[product_value_term(given.code, given.value)])
     order by place`,
    [productId, ...terms],
  );
  return rows.map(({ code }) => code);
}
