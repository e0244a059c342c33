import { couldNotSave, type Reason, render, validationFailed } from "../../../api/call/errors.js";
import type { Config } from "../../../config.js";
import type { Db } from "../../../platform/db/database.js";
import { fit, stockColumn } from "../../../platform/money/columns.js";
import { inputEmpty } from "../broken-rules.js";
import { isDefaultSource, sourceKey } from "../sources/source-rules.js";
import { copyRowsToStockItems, lockStockItems } from "../stock-item/default-source.sql.js";
import { findBrokenShipmentRules } from "./ship-together.js";
import { brokenSourceItemRules } from "./source-item-rules.js";
import { removeSourceItems, type SourceItemKey, type SourceItemWrite, writeSourceItems } from "./source-items.rows.js";
import type { SourceItem } from "./source-items.types.js";
import { keyOf } from "../../../platform/db/models.js";

/**
 * Sets quantities at sources, all or none; stock items mirror the default source. Throws 400 with every rule that the
 * items break, for an unknown source, and for a value that does not fit its column.
 */
export async function saveSourceItems(db: Db, items: readonly SourceItem[], config: Config): Promise<void> {
  if (items.length === 0) throw inputEmpty();
  const broken = await findBrokenRules(db, items, config);
  const [first] = broken;
  if (first) throw validationFailed(broken, `Validation Failed: ${render(first.message, first.parameters)}`);
  const writes = lastOfEachPair(items);
  await withStockItems(db, writes, async () => {
    if ((await writeSourceItems(db, writes)) < writes.length) throw couldNotSaveSourceItem();
  });
}

/**
 * Removes SKUs from sources. Unknown pairs are ignored. Stock items of SKUs removed from the default source go out of
 * stock.
 */
export async function deleteSourceItems(db: Db, items: readonly SourceItem[]): Promise<void> {
  if (items.length === 0) throw inputEmpty();
  const keys = items.flatMap(({ sku, source_code: code }) => (sku != null && code != null ? [{ sku, code }] : []));
  await withStockItems(db, keys, () => removeSourceItems(db, keys));
}

/** Runs a write of source items. Locks the stock items that mirror the default source before, and updates them after it. */
async function withStockItems(db: Db, items: readonly SourceItemKey[], write: () => Promise<void>): Promise<void> {
  const skuKeys = items.filter(({ code }) => isDefaultSource(code)).map(({ sku }) => keyOf(sku));
  const settings = skuKeys.length > 0 ? await lockStockItems(db, skuKeys) : null;
  await write();
  if (skuKeys.length > 0) await copyRowsToStockItems(db, skuKeys, settings);
}

async function findBrokenRules(db: Db, items: readonly SourceItem[], config: Config): Promise<readonly Reason[]> {
  const broken = items.flatMap(brokenSourceItemRules);
  return broken.length > 0 ? broken : findBrokenShipmentRules(db, items.map(itemKeyOf), config);
}

const itemKeyOf = ({ sku, source_code: code }: SourceItem): SourceItemKey => ({ sku: sku ?? "", code: code ?? "" });

/** Maximum length of a SKU. */
const skuLength = 64;

/** Keeps the last of equal pairs, because one statement cannot write a row twice. */
function lastOfEachPair(items: readonly SourceItem[]): SourceItemWrite[] {
  const last = new Map<string, SourceItemWrite>();
  for (const item of items) {
    const key = itemKeyOf(item);
    const quantity = fit(item.quantity, stockColumn);
    if (quantity === undefined || [...key.sku].length > skuLength) throw couldNotSaveSourceItem();
    last.set(`${sourceKey(key.code)} ${keyOf(key.sku)}`, { ...key, quantity, status: item.status ?? 0 });
  }
  return [...last.values()];
}

const couldNotSaveSourceItem = () => couldNotSave("Could not save Source Item");
