// SQL: measured by `GET /V1/products/:sku`, `PUT /V1/products/:sku` and `invoice-and-ship`.
import { hiddenParameter } from "../../../platform/db/statements/parameters.js";
import type { Db } from "../../../platform/db/database.js";
import { batched } from "../../../platform/db/batched.js";
import { cacheTexts, partNames, type ProductRow, type ReadScope, type PartsToRead } from "./product.sql.js";
import { foundValueTables } from "./value-tables.sql.js";
import { keyOf } from "../../../platform/db/models.js";

/** A statement for one key as `$2`, which is the usual case and faster than a list with one key, and one for a list. */
interface ByKey {
  readonly one: ReturnType<typeof cacheTexts>;
  readonly many: ReturnType<typeof cacheTexts>;
}

const byKey = (statement: (column: string, isAsked: string) => string): ByKey => ({
  one: cacheTexts((column) => statement(column, "sku_key = $2::text")),
  many: cacheTexts((column) => statement(column, `sku_key = any(${hiddenParameter(2, "text[]")})`)),
});

const productsByKey = byKey(
  (column, isAsked) => `select p.sku_key, ${column} from product p ${foundValueTables} where p.${isAsked}`,
);

/** A product to read: its SKU, ignoring case, and the requested parts. */
export interface ProductKey {
  readonly sku: string;
  readonly scope: ReadScope;
  readonly wanted: PartsToRead;
}

/** Returns the group of a key. A statement loads only keys of the same group. */
const groupOf = ({ scope, wanted }: ProductKey): string =>
  [scope.storeId, scope.priceScope, ...partNames.filter((part) => wanted[part])].join(" ");

interface KeyedRow {
  readonly sku_key: string;
  readonly product: ProductRow;
}

/** Reads products by SKU with one statement. All keys must be in the same group. Returns the rows by lower-case SKU. */
async function rowsByKey(
  db: Db,
  keys: readonly ProductKey[],
  { one, many }: ByKey,
): Promise<ReadonlyMap<string, KeyedRow>> {
  const [first] = keys;
  if (!first) return new Map();
  const skus = [...new Set(keys.map(({ sku }) => keyOf(sku)))];
  const [statement, asked] = skus.length === 1 ? [one, skus[0]] : [many, skus];
  const rows = await db.query<KeyedRow>(statement(first.wanted, first.scope), [first.scope.storeId, asked]);
  return new Map(rows.map((row) => [row.sku_key, row]));
}

/**
 * Reads a product with the values of a store view, or undefined for an unknown SKU. Concurrent reads share one
 * statement.
 */
export const readProduct: (db: Db, key: ProductKey) => Promise<ProductRow | undefined> = batched({
  groupBy: groupOf,
  load: async (db: Db, keys: readonly ProductKey[]) => {
    const rows = await rowsByKey(db, keys, productsByKey);
    return keys.map(({ sku }) => rows.get(keyOf(sku))?.product);
  },
});

/** Returns the SKUs of products by their ids. */
export async function readProductSkus(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: number; sku: string }>(
    `select id, sku from product where id = any(${hiddenParameter(1, "int[]")})`,
    [ids],
  );
  return new Map(rows.map(({ id, sku }) => [id, sku]));
}

/** Returns the ordering keys of products by their ids: those of the SKUs that they have now. */
export async function findProductKeys(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
  const skus = await readProductSkus(db, ids);
  return new Map([...skus].map(([id, sku]) => [id, [`product:${keyOf(sku)}`]]));
}
