import type { Db } from "../../db/database.js";
import { readSalability } from "../salability/salability.sql.js";
import { defaultSource, isDefaultSource, sourceKey } from "../sources/source-code.js";
import { readSourcesOfStock } from "../sources/sources.rows.js";
import { copyRowsToStockItems, lockStockItems } from "../stock-item/default-source.sql.js";
import { addToSources, lockSourceItems, type LockedSourceItem, type SourceChange } from "./source-quantities.sql.js";

/** SKUs, in lower case, at sources by priority. */
export interface SourcedSkus {
  readonly keys: readonly string[];
  readonly codes: readonly string[];
}

/**
 * Locks what sources have of SKUs, makes the changes that the plan derives from it, and lets stock items follow the default
 * source. The plan sees rows by source, in the order of the codes, then by SKU. Returns the changes.
 */
export async function changeSources(
  db: Db,
  { keys, codes }: SourcedSkus,
  plan: (rows: readonly LockedSourceItem[]) => readonly SourceChange[],
): Promise<readonly SourceChange[]> {
  if (keys.length === 0) return [];
  const settings = codes.some(isDefaultSource) ? await lockStockItems(db, keys) : null;
  const places = new Map(codes.map((code, place) => [sourceKey(code), place]));
  const placeOf = ({ source_code: code }: LockedSourceItem) => places.get(sourceKey(code)) ?? 0;
  const rows = await lockSourceItems(db, keys, codes);
  const changes = plan(rows.sort((one, other) => placeOf(one) - placeOf(other)));
  if (changes.length > 0) await addToSources(db, changes);
  const mirrored = changes.filter(({ source }) => isDefaultSource(source)).map(({ sku }) => sku.toLowerCase());
  if (mirrored.length > 0) await copyRowsToStockItems(db, mirrored, settings);
  return changes;
}

/** Returns the codes of the enabled sources of a stock by priority. */
export const enabledSources = async (db: Db, stockId: number): Promise<string[]> =>
  (await readSourcesOfStock(db, stockId)).flatMap(({ enabled, source_code: code }) => (enabled && code ? [code] : []));

/** Returns the source that a shipment leaves if it names none: the only one of the stock, else the default source. */
export async function usualSource(db: Db, stockId: number): Promise<string> {
  const [first, ...others] = await readSourcesOfStock(db, stockId);
  return (others.length === 0 ? first?.source_code : undefined) ?? defaultSource;
}

/** Returns the SKUs whose stock is managed. Those of deleted products are not. */
export async function managedKeys(db: Db, stockId: number, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await readSalability(db, stockId, keys);
  return new Set(keys.filter((key) => found.get(key)?.is_managed === true));
}
