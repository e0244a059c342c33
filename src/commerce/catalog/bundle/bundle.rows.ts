import type { Db } from "../../../platform/db/database.js";
import { lock } from "../../../platform/db/lock.js";
import { type Row, keyOf } from "../../../platform/db/models.js";
import { hiddenParameter } from "../../../platform/db/statements/parameters.js";
import { priceOf, priceTables } from "../../pricing/published.sql.js";
import type { ReadScope } from "../products/product.sql.js";
import { inView } from "../value-documents.sql.js";
import type { BundleOption } from "./product-bundle.types.js";

/** A product that a bundle can offer. */
export type Child = Readonly<Pick<Row<"product">, "id" | "sku" | "sku_key" | "type_id">>;

/** Finds products by lower-case SKU and locks them against deletion until the transaction ends. */
export async function lockChildren(db: Db, skuKeys: readonly string[]): Promise<ReadonlyMap<string, Child>> {
  const found = await lock(db, "product", { sku_key: skuKeys, for: "key share" });
  return new Map(found.map((child) => [child.sku_key, child]));
}

/** Deletes an option of a bundle. Returns whether it existed. */
export const removeOption = async (db: Db, product_id: number, option_id: number): Promise<boolean> =>
  (await db.models.bundleOption.deleteMany({ where: { product_id, option_id } })).count > 0;

/** Removes a product from an option of a bundle. Returns whether the option had it. */
export async function removeSelection(
  db: Db,
  {
    productId,
    optionId,
    childSku,
  }: { readonly productId: number; readonly optionId: number; readonly childSku: string },
): Promise<boolean> {
  const { count } = await db.models.bundleSelection.deleteMany({
    where: { option_id: optionId, option: { product_id: productId }, product: { sku_key: keyOf(childSku) } },
  });
  return count > 0;
}

/** In a bundle with a dynamic price, a selection has the price of its product `p`. */
const optionsOf = (
  scope: ReadScope,
) => `select o.product_id, json_agg(json_build_object('option_id', o.option_id, 'title', ${inView("o", "title")},
    'required', o.required, 'type', o.type, 'position', o.position, 'sku', b.sku, 'product_links', coalesce((
      select json_agg(json_build_object('id', s.selection_id::text, 'sku', p.sku, 'option_id', s.option_id,
        'qty', s.qty::text, 'position', s.position, 'is_default', s.is_default,
        'price', case when b.has_fixed_price then s.price else ${priceOf("price", scope)} end::text,
        'price_type', case when b.has_fixed_price then s.price_type end,
        'can_change_quantity', s.can_change_quantity) order by s.position, s.selection_id)
      from bundle_selection s join product p on p.id = s.product_id ${priceTables}
      where s.option_id = o.option_id), '[]'))
    order by o.position, o.option_id) as options
  from bundle_option o join product b on b.id = o.product_id where o.product_id = any(${hiddenParameter(2, "int[]")}) group by o.product_id`;

/** Returns the options of bundles in a store view, by bundle id; a bundle without options is absent. */
// SQL: set-based writes; models cannot read the values of a store view from JSON columns.
export async function readBundleOptions(
  db: Db,
  scope: ReadScope,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, BundleOption[]>> {
  if (productIds.length === 0) return new Map();
  const values = [scope.storeId, productIds];
  const rows = await db.query<{ product_id: number; options: BundleOption[] }>(optionsOf(scope), values);
  return new Map(rows.map((row) => [row.product_id, row.options]));
}

/** A selection as stored. */
export type SelectionRow = Readonly<Row<"bundleSelection">>;

/** An option as stored. */
export type OptionRow = Readonly<Row<"bundleOption">>;

export interface StoredOption extends OptionRow {
  readonly selections: readonly SelectionRow[];
}

/** Returns the options of a bundle with their selections, as stored. */
// SQL: set-based writes; models cannot read the values of a store view from JSON columns.
export async function readStoredOptions(db: Db, productId: number): Promise<StoredOption[]> {
  return db.query<StoredOption>(
    `select o.option_id, o.product_id, o.type, o.required, o.position, o.title, o.by_store, coalesce((
        select json_agg(json_build_object('selection_id', s.selection_id, 'option_id', s.option_id,
          'product_id', s.product_id, 'position', s.position, 'is_default', s.is_default, 'price_type', s.price_type,
          'price', s.price::text, 'qty', s.qty::text, 'can_change_quantity', s.can_change_quantity))
        from bundle_selection s where s.option_id = o.option_id), '[]') as selections
      from bundle_option o where o.product_id = $1::int order by o.position, o.option_id`,
    [productId],
  );
}

/** Inserts and updates options with all their columns. */
// SQL: set-based writes; models cannot read the values of a store view from JSON columns.
export async function writeOptions(db: Db, rows: readonly OptionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(
    `insert into bundle_option (option_id, product_id, type, required, position, title, by_store)
      select option_id, product_id, type, required, position, title, by_store
      from jsonb_to_recordset($1::text::jsonb) as given (option_id int, product_id int, type text, required boolean,
        position int, title text, by_store jsonb)
      on conflict (option_id) do update set type = excluded.type, required = excluded.required,
        position = excluded.position, title = excluded.title, by_store = excluded.by_store`,
    [JSON.stringify(rows)],
  );
}

/** Inserts and updates selections with all their columns. */
// SQL: set-based writes; models cannot read the values of a store view from JSON columns.
export async function writeSelections(db: Db, rows: readonly SelectionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(
    `insert into bundle_selection (selection_id, option_id, product_id, position, is_default, price_type, price, qty,
        can_change_quantity)
      select selection_id, option_id, product_id, position, is_default, price_type, price, qty, can_change_quantity
      from jsonb_to_recordset($1::text::jsonb) as given (selection_id int, option_id int, product_id int, position int,
        is_default boolean, price_type int, price numeric, qty numeric, can_change_quantity int)
      on conflict (selection_id) do update set option_id = excluded.option_id, product_id = excluded.product_id,
        position = excluded.position, is_default = excluded.is_default, price_type = excluded.price_type,
        price = excluded.price, qty = excluded.qty, can_change_quantity = excluded.can_change_quantity`,
    [JSON.stringify(rows)],
  );
}

/** Deletes the options of a bundle except the given ones. */
// SQL: set-based writes; models cannot read the values of a store view from JSON columns.
export async function removeOtherOptions(db: Db, productId: number, keptIds: readonly number[]): Promise<void> {
  await db.execute("delete from bundle_option where product_id = $1::int and option_id <> all($2::int[])", [
    productId,
    keptIds,
  ]);
}

/**
 * Deletes the selections of options except the given ones. A selection that changes its product is deleted and inserted
 * again, because two selections that swap products would temporarily violate the unique constraint.
 */
// SQL: set-based writes; models cannot read the values of a store view from JSON columns.
export async function removeOtherSelections(
  db: Db,
  optionIds: readonly number[],
  kept: readonly SelectionRow[],
): Promise<void> {
  if (optionIds.length === 0) return;
  await db.execute(
    `delete from bundle_selection s where s.option_id = any($1::int[]) and not exists (
      select from unnest($2::int[], $3::int[]) as kept (selection_id, product_id)
      where kept.selection_id = s.selection_id and kept.product_id = s.product_id)`,
    [optionIds, kept.map((row) => row.selection_id), kept.map((row) => row.product_id)],
  );
}
