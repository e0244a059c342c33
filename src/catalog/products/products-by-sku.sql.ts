import type { Db } from "../../db/database.js";
import { gathered } from "../../db/batched.js";
import { foundValueTables, kept, partNames, type ProductRow, type ReadScope, type WantedParts } from "./product.sql.js";

// The selects around the parameters hide their lengths from the planner, which would else plan anew for every call of few.
const productsByKey = kept(
  (column) => `select p.sku_key, ${column}
    from unnest((select $2::text[])) as wished (key) join product p on p.sku_key = wished.key ${foundValueTables}`,
);

// Locks are taken in the order of ids, as everywhere, so that nobody waits in a circle.
const productsLocked = kept(
  (column) => `with p as materialized (
      select * from product where sku_key = any((select $2::text[])::text[]) order by id for no key update)
    select p.sku_key, ${column}, (now() at time zone 'utc')::timestamp(0) as now from p ${foundValueTables}`,
);

/** A product that is to be read: by its SKU in any case, with the parts that are wanted. */
export interface ProductWish {
  readonly sku: string;
  readonly scope: ReadScope;
  readonly wanted: WantedParts;
}

/** Tells wishes apart that one statement cannot meet. */
export const kindOfWish = ({ scope, wanted }: ProductWish): string =>
  [scope.storeId, scope.priceScope, ...partNames.filter((part) => wanted[part])].join(" ");

interface KeyedRow {
  readonly sku_key: string;
  readonly product: ProductRow;
  readonly now?: string;
}

/** Reads products by SKU, all of one kind of wish, with one statement; gives the rows by SKU in lower case. */
async function rowsByKey(
  db: Db,
  wishes: readonly ProductWish[],
  statement: typeof productsByKey,
): Promise<ReadonlyMap<string, KeyedRow>> {
  const [first] = wishes;
  if (!first) return new Map();
  const keys = new Set(wishes.map(({ sku }) => sku.toLowerCase()));
  const text = statement(first.wanted, first.scope);
  const rows = await db.query<KeyedRow>(text, [first.scope.storeId, [...keys]]);
  return new Map(rows.map((row) => [row.sku_key, row]));
}

/**
 * Reads a product with the values of a store view, or undefined where none has the SKU. Products that are wanted at the
 * same moment are read with one statement.
 */
export const readProduct: (db: Db, wish: ProductWish) => Promise<ProductRow | undefined> = gathered({
  kind: kindOfWish,
  meet: async (db: Db, wishes: readonly ProductWish[]) => {
    const rows = await rowsByKey(db, wishes, productsByKey);
    return wishes.map(({ sku }) => rows.get(sku.toLowerCase())?.product);
  },
});

/** A product that is held, and the moment that the transaction writes as `updated_at`. */
export type LockedProduct = ProductRow & { readonly now: string };

/**
 * Reads products, all of one kind of wish, and locks them until the transaction ends. Gives each in its place, or
 * undefined. Parts that another transaction changed while this one waited for a lock are as they were before.
 */
export async function readProductsLocked(
  db: Db,
  wishes: readonly ProductWish[],
): Promise<(LockedProduct | undefined)[]> {
  const rows = await rowsByKey(db, wishes, productsLocked);
  return wishes.map(({ sku }) => {
    const row = rows.get(sku.toLowerCase());
    return row && { ...row.product, now: row.now ?? "" };
  });
}
