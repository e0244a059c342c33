import type { Db } from "../../../platform/db/database.js";
import { keyOf } from "../../../platform/db/models.js";
import type { Quantity } from "../../../platform/money/amount.js";
import { subtract } from "../../../platform/money/arithmetic.js";
import { products } from "../../catalog/published.sql.js";
import { pickupQuantities } from "../../sales/published.sql.js";
import { sourceKey } from "../sources/source-rules.js";
import type { InventorySource } from "../sources/sources.types.js";
import type { SourceQuantity } from "./select-sources.js";

interface PickedQuantity {
  readonly source_code: string;
  readonly sku_key: string;
  readonly quantity: Quantity;
}

/** Returns what open orders will take of SKUs, given in lower case, from sources that are their pickup locations. */
// SQL: sums over relations of other domains, which models cannot join.
const readPickedUp = (db: Db, codes: readonly string[], skuKeys: readonly string[]): Promise<PickedQuantity[]> =>
  db.query<PickedQuantity>(
    `select picked.source_code, p.sku_key, sum(picked.quantity) as quantity
    from ${pickupQuantities} picked join ${products} p on p.id = picked.product_id
    where picked.source_code = any($1::text[]) and p.sku_key = any($2::text[]) group by 1, 2`,
    [codes, skuKeys],
  );

/**
 * Returns what is left of SKUs, given in lower case, at sources, less what open orders will take from them as their pickup
 * locations; in the order of the sources, then of the SKUs.
 */
export async function readLeftInStock(
  db: Db,
  sources: readonly InventorySource[],
  skuKeys: readonly string[],
): Promise<SourceQuantity[]> {
  const codes = sources.map(({ source_code: code }) => code ?? "");
  const [rows, picked] = await Promise.all([readInStock(db, sources, skuKeys), readPickedUp(db, codes, skuKeys)]);
  const keyOfRow = (code: string, key: string) => JSON.stringify([sourceKey(code), key]);
  const taken = new Map(picked.map((row) => [keyOfRow(row.source_code, row.sku_key), row.quantity]));
  return rows.map((row) => {
    const units = taken.get(keyOfRow(row.source_code, keyOf(row.sku)));
    return units === undefined ? row : { ...row, quantity: subtract(row.quantity, units) };
  });
}

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
