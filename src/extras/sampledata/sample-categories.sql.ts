// SQL: set-based writes of thousands of rows.
import {
  insertCategory,
  lockTree,
  readPlaces,
  readRootCategory,
  writeCategoryValues,
} from "../../commerce/catalog/published.js";
import { toUrlKey } from "../../commerce/store/published.urls.js";
import type { Db } from "../../platform/db/database.js";
import type { CreatedProduct } from "./sample-prices.js";
import { isVariation, type Thing } from "./sample-products.js";

/** The category of each kind of product, with its name in the default and in the German store view. */
const names: Readonly<Record<Thing, readonly [name: string, german: string]>> = {
  Lamp: ["Lamps", "Lampen"],
  Chair: ["Chairs", "Stühle"],
  Vase: ["Vases", "Vasen"],
  Blanket: ["Blankets", "Decken"],
  Shelf: ["Shelves", "Regale"],
  Clock: ["Clocks", "Uhren"],
  Mirror: ["Mirrors", "Spiegel"],
  Basket: ["Baskets", "Körbe"],
  Teapot: ["Teapots", "Teekannen"],
  Cushion: ["Cushions", "Kissen"],
  Stool: ["Stools", "Hocker"],
};
const homeCategory = ["Home", "Wohnen"] as const;

const defaultStore = 1;

/**
 * Creates the missing categories: `Home`, and one below it for each kind of product. Returns their ids by kind of product.
 */
export async function createCategories(db: Db, germanStoreId: number): Promise<ReadonlyMap<string, number>> {
  await lockTree(db);
  const top = await createSubcategory(db, await readRootCategory(db, defaultStore), {
    names: homeCategory,
    germanStoreId,
  });
  const ids = new Map<string, number>();
  for (const [thing, given] of Object.entries(names)) {
    ids.set(thing, await createSubcategory(db, top, { names: given, germanStoreId }));
  }
  return ids;
}

async function createSubcategory(
  db: Db,
  parentId: number,
  { names: [name, german], germanStoreId }: { names: readonly [string, string]; germanStoreId: number },
): Promise<number> {
  const urlKey = toUrlKey(name);
  const existing = await db.one<{ id: number }>(
    `select c.id from category c join category_values v on v.category_id = c.id and v.store_id = 0
    where c.parent_id = $1::int and v.data ->> 'url_key' = $2::text`,
    [parentId, urlKey],
  );
  const parent = (await readPlaces(db, [parentId])).get(parentId);
  if (existing || !parent) return existing?.id ?? parentId;
  const id = await insertCategory(db, parent, null);
  const values = { name, is_active: "1", include_in_menu: "1", is_anchor: "1", url_key: urlKey };
  await writeCategoryValues(
    db,
    id,
    new Map<number, Record<string, string | null>>([
      [0, values],
      [germanStoreId, { name: german, url_key: toUrlKey(german) }],
    ]),
  );
  return id;
}

/** Assigns products to the categories of their kind, except variations, which are not sold alone. */
export async function writeCategories(
  db: Db,
  products: readonly CreatedProduct[],
  categoryIds: ReadonlyMap<string, number>,
): Promise<void> {
  const placed = products.filter((product) => !isVariation(product));
  await db.execute(
    `insert into product_category (product_id, category_id, position)
    select * from unnest($1::int[], $2::int[], $3::int[]) as given (product_id, category_id, position)
    where category_id is not null on conflict do nothing`,
    [
      placed.map(({ id }) => id),
      placed.map(({ thing }) => categoryIds.get(thing) ?? null),
      placed.map(({ number }) => number),
    ],
  );
}
