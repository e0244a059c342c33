import type { Db } from "../../../platform/db/database.js";
import { lock } from "../../../platform/db/lock.js";
import type { Row } from "../../../platform/db/models.js";
import { keyOf } from "../../../platform/db/models.js";

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
