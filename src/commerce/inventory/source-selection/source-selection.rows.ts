import type { Db } from "../../../platform/db/database.js";
import type { Quantity } from "../../../platform/money/amount.js";
import { sourceKey } from "../sources/source-rules.js";
import type { InventorySource } from "../sources/sources.types.js";
import type { SourceQuantity } from "./select-sources.js";

/**
 * Returns the quantities of SKUs, given in lower case, in stock at sources, in the order of the sources, then of the SKUs.
 */
export async function readInStock(
  db: Db,
  sources: readonly InventorySource[],
  skuKeys: readonly string[],
): Promise<SourceQuantity[]> {
  const codes = sources.map(({ source_code: code }) => code ?? "");
  const rows = await db.models.inventorySourceItem.findMany({
    where: { sku_key: { in: [...skuKeys] }, source_code: { in: codes }, status: 1 },
  });
  const places = new Map(codes.map((code, index) => [sourceKey(code), index]));
  const skus = new Map(skuKeys.map((key, index) => [key, index]));
  const placeOf = ({ source_code: code, sku_key: key }: (typeof rows)[number]) =>
    (places.get(sourceKey(code)) ?? 0) * skuKeys.length + (skus.get(key) ?? 0);
  return rows
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map(({ source_code, sku, quantity }) => ({ source_code, sku, quantity: quantity as Quantity }));
}
