import type { Db } from "../../../platform/db/database.js";
import { isDefaultSource, sourceKey } from "../sources/source-rules.js";
import { readSourcesOfStock } from "../sources/sources.rows.js";
import { copyRowsToStockItems, lockStockItems } from "../stock-item/default-source.sql.js";
import type { StockSettings } from "../stock-item/stock-item.sql.js";
import { addToSources, lockSourceItems, type LockedSourceItem, type SourceChange } from "./source-quantities.sql.js";
import { keyOf } from "../../../platform/db/models.js";

/** SKUs, in lower case, at sources by priority. */
export interface SourcedSkus {
  readonly keys: readonly string[];
  readonly codes: readonly string[];
}

/** Locked quantities of SKUs at sources. */
export interface LockedSources {
  /** Sorted by source, in the order of the codes, then by SKU. */
  readonly rows: readonly LockedSourceItem[];
  /** Settings of stock items, if one of the sources is the default source. */
  readonly settings: StockSettings | null;
}

/**
 * Locks the quantities of SKUs at sources until the transaction ends, and the stock items that mirror the default source.
 */
export async function lockSources(db: Db, { keys, codes }: SourcedSkus): Promise<LockedSources> {
  if (keys.length === 0) return { rows: [], settings: null };
  const [settings, rows] = await Promise.all([
    codes.some(isDefaultSource) ? lockStockItems(db, keys) : null,
    lockSourceItems(db, keys, codes),
  ]);
  const places = new Map(codes.map((code, index) => [sourceKey(code), index]));
  const placeOf = ({ source_code: code }: LockedSourceItem) => places.get(sourceKey(code)) ?? 0;
  return { rows: rows.sort((one, other) => placeOf(one) - placeOf(other)), settings };
}

/** Changes quantities at locked sources, and updates the stock items that mirror the default source, at commit. */
export async function changeSources(
  { atCommit }: Pick<Db, "atCommit">,
  { settings }: LockedSources,
  changes: readonly SourceChange[],
): Promise<void> {
  if (changes.length > 0) await addToSources(atCommit, changes);
  const mirrored = changes.filter(({ source }) => isDefaultSource(source)).map(({ sku }) => keyOf(sku));
  if (mirrored.length > 0) await copyRowsToStockItems(atCommit, mirrored, settings);
}

/** Returns the codes of the enabled sources of a stock by priority. */
export const readEnabledSources = async (db: Db, stockId: number): Promise<string[]> =>
  (await readSourcesOfStock(db, stockId)).flatMap(({ enabled, source_code: code }) => (enabled && code ? [code] : []));
