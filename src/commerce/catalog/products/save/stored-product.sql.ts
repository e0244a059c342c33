// SQL: locks and writes (measured by `drain-creations`).
import { batched } from "../../../../platform/db/batched.js";
import type { Db } from "../../../../platform/db/database.js";
import type { Row } from "../../../../platform/db/models.js";
import { hiddenLists, hiddenParameter } from "../../../../platform/db/statements/parameters.js";
import { sharedValuesLock } from "../../attributes/attribute-values.sql.js";
import { dateLowStock, hasUndatedLowStock } from "../../../inventory/published.sql.js";
import { compositeTypes } from "../product-kinds.js";
import { keyOf } from "../../../../platform/db/models.js";

/** The properties of an existing product that saving needs. */
export type StoredProduct = Readonly<
  Pick<Row<"product">, "id" | "sku" | "type_id" | "attribute_set_id" | "has_fixed_price"> & {
    /** Whether its stock is low and not dated yet. */
    readonly has_undated_low_stock: boolean;
  }
>;

const stored = `select id, sku, type_id, attribute_set_id, has_fixed_price,
  ${hasUndatedLowStock("product.id")} as has_undated_low_stock`;

/** Finds a product by its SKU, ignoring case, without locking it. */
export async function findProduct(db: Db, sku: string): Promise<StoredProduct | undefined> {
  const found = await db.one<StoredProduct>(`${stored} from product where sku_key = $1`, [keyOf(sku)]);
  return found;
}

/** Finds and locks the products with an id or a SKU, ignoring case: none, one, or two if they belong to different ones. */
export const lockByIdOrSku = (
  db: Db,
  { id, sku }: { readonly id: number; readonly sku: string },
): Promise<StoredProduct[]> =>
  db.query<StoredProduct>(
    `${stored} from product where ${sharedValuesLock} and (id = $1 or sku_key = $2) order by id for no key update`,
    [id, keyOf(sku)],
  );

/**
 * Finds and locks a product by the key of its SKU. Concurrent saves of the product wait for the lock, and deleting an
 * attribute waits for all saves. Concurrent saves in one transaction share a statement.
 */
export const lockByKey: (db: Db, key: string) => Promise<StoredProduct | undefined> = batched({
  groupBy: () => "",
  load: async (db: Db, keys: readonly string[]) => {
    const isAsked = keys.length === 1 ? "sku_key = $1" : `sku_key = any(${hiddenParameter(1, "text[]")})`;
    const found = await db.query<StoredProduct & { readonly sku_key: string }>(
      `${stored}, sku_key from product where ${sharedValuesLock} and ${isAsked} order by id for no key update`,
      [keys.length === 1 ? keys[0] : keys],
    );
    const products = new Map(found.map(({ sku_key, ...product }) => [sku_key, product]));
    return keys.map((key) => products.get(key));
  },
});

export interface NewProduct {
  readonly sku: string;
  readonly typeId: string;
  readonly attributeSetId: number;
  readonly hasFixedPrice: boolean;
}

/**
 * Inserts the product's row and returns its id, or undefined if a concurrent call created the SKU. Concurrent saves in one
 * transaction share a statement, and get ids in their order.
 */
export const insertProduct: (db: Db, product: NewProduct) => Promise<number | undefined> = batched({
  groupBy: () => "",
  load: async (db: Db, products: readonly NewProduct[]) => {
    const keys = products.map(({ sku }) => keyOf(sku));
    const rows = await db.query<{ id: number; sku_key: string }>(insertProducts, [
      products.map(({ sku }) => sku),
      keys,
      products.map(({ attributeSetId }) => attributeSetId),
      products.map(({ typeId }) => typeId),
      products.map(({ hasFixedPrice }) => hasFixedPrice),
    ]);
    const ids = new Map(rows.map(({ id, sku_key }) => [sku_key, id]));
    // A later product with the same SKU finds it created.
    return keys.map((key, at) => (keys.indexOf(key) === at ? ids.get(key) : undefined));
  },
});

const insertProducts = `insert into product
    (sku, sku_key, attribute_set_id, type_id, has_fixed_price, created_at, updated_at)
  select sku, sku_key, attribute_set_id, type_id, has_fixed_price, now() at time zone 'utc', now() at time zone 'utc'
  from unnest(${hiddenLists("text", "text", "int", "text", "boolean")}) with ordinality
    as given (sku, sku_key, attribute_set_id, type_id, has_fixed_price, place)
  order by place on conflict (sku_key) do nothing returning id, sku_key`;

/** Updates the product's row and `updated_at`, and dates its stock if it is low. */
export async function updateProductRow(db: Db, id: number, product: NewProduct): Promise<void> {
  const dated = compositeTypes.has(product.typeId) ? "" : `with dated as (${dateLowStock("$1")})`;
  await db.execute(
    `${dated} update product set sku = $2, sku_key = $3, attribute_set_id = $4, type_id = $5, has_fixed_price = $6,
      updated_at = now() at time zone 'utc' where id = $1`,
    [id, product.sku, keyOf(product.sku), product.attributeSetId, product.typeId, product.hasFixedPrice],
  );
}

/** Deletes a product; the database cascades the deletion. */
export async function removeProduct(db: Db, id: number): Promise<void> {
  await db.execute("delete from product where id = $1", [id]);
}

/** Updates `updated_at` of the product. */
export async function touchProduct(db: Db, id: number): Promise<void> {
  await db.execute("update product set updated_at = now() at time zone 'utc' where id = $1", [id]);
}

/** Whether a product has options, and required ones. */
export interface OptionFlags {
  readonly hasOptions: boolean;
  readonly requiredOptions: boolean;
}

/**
 * Updates whether the product has custom options and required ones, after they have changed. As in Magento's web API, the
 * parts of a composite product do not count; but an imported product keeps the flags that the shop gave it.
 */
export async function refreshOptionFlags(db: Db, id: number, imported?: OptionFlags): Promise<void> {
  await db.execute(
    `update product p set has_options = f.has_options, required_options = f.required_options
    from (select o.has_options or $2::boolean is not null and (stored.has_options or $2::boolean) as has_options,
        o.required_options or $3::boolean is not null and (stored.required_options or $3::boolean) as required_options
      from (select count(*) > 0 as has_options, coalesce(bool_or(is_require), false) as required_options
        from product_option where product_id = $1) as o
      cross join product stored where stored.id = $1) as f
    where p.id = $1 and (p.has_options, p.required_options) is distinct from (f.has_options, f.required_options)`,
    [id, imported?.hasOptions ?? null, imported?.requiredOptions ?? null],
  );
}
