// SQL: set-based writes of the documents of all scopes; models cannot compare keys of JSON documents.
import type { Db } from "../../../../platform/db/database.js";
import { documentReader, documentWriter } from "../../value-documents.sql.js";

/** Writes the changes of a category's value documents. */
export const writeCategoryValues = documentWriter("category_values", "category_id");

/** Returns the value documents of a category by store. */
export const readCategoryValues = documentReader("category_values", "category_id");

/**
 * The name in a document under which the URL key of a new category is stored as it was sent. As in Magento, it is shown
 * until the next save.
 */
export const keyAsSent = "url_key_as_sent";

/** Returns the global name of a category. */
export async function readCategoryName(db: Db, categoryId: number): Promise<string | undefined> {
  const row = await db.one<{ name: string | null }>(
    "select data ->> 'name' as name from category_values where category_id = $1::int and store_id = 0",
    [categoryId],
  );
  return row?.name ?? undefined;
}

/** Condition that excludes root categories. Each is the root of a store, so their URLs cannot collide. */
const shared = "c.parent_id <> 1";

/**
 * Returns whether another child of the parent has the key in an overlapping scope. A global key overlaps with every
 * store view; keys of different store views do not overlap.
 */
export async function isUrlKeyTaken(
  db: Db,
  parentId: number,
  { categoryId, urlKey, storeId }: { readonly categoryId: number; readonly urlKey: string; readonly storeId: number },
): Promise<boolean> {
  const row = await db.one<{ taken: boolean }>(
    `select exists (select from category_values v join category c on c.id = v.category_id
      where v.data ->> 'url_key' = $1::text and c.parent_id = $2::int and c.id <> $3::int and ${shared}
        and (v.store_id in (0, $4::int) or $4::int = 0)) as taken`,
    [urlKey, parentId, categoryId, storeId],
  );
  return row?.taken ?? false;
}

/** Returns whether another child of the parent has one of the URL keys of the category to move there. */
export async function areUrlKeysTaken(db: Db, parentId: number, categoryId: number): Promise<boolean> {
  const row = await db.one<{ taken: boolean }>(
    `select exists (select from category_values m
      join category_values v on v.data ->> 'url_key' = m.data ->> 'url_key'
        and (v.store_id in (0, m.store_id) or m.store_id = 0)
      join category c on c.id = v.category_id
      where m.category_id = $2::int and c.parent_id = $1::int and c.id <> $2::int and ${shared}) as taken`,
    [parentId, categoryId],
  );
  return row?.taken ?? false;
}
