// SQL: set-based writes and locks: quantities of many SKUs at sources.
import { hiddenParameter } from "../../../platform/db/statements/parameters.js";
import type { Db, Writes } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";
import type { Quantity } from "../../../platform/money/amount.js";
import { sourceKey } from "../sources/source-rules.js";
import { keyOf } from "../../../platform/db/models.js";

export interface LockedSourceItem extends Readonly<
  Pick<Row<"inventorySourceItem">, "source_code" | "sku" | "sku_key" | "status">
> {
  readonly quantity: Quantity;
}

/**
 * Locks the quantities of SKUs at sources until the transaction ends, in the order of their keys, and returns them.
 */
export const lockSourceItems = (
  db: Db,
  skuKeys: readonly string[],
  codes: readonly string[],
): Promise<LockedSourceItem[]> =>
  db.query<LockedSourceItem>(
    `select item.source_code, item.sku, item.sku_key, item.quantity, item.status
    from inventory_source_item item join inventory_source source on source.source_code = item.source_code
    where item.sku_key = any(${hiddenParameter(1, "text[]")})
      and source.source_code_key = any(${hiddenParameter(2, "text[]")})
    order by item.sku_key, item.source_code for no key update of item`,
    [skuKeys, codes.map(sourceKey)],
  );

/** A quantity to add at a source; a negative one is taken. */
export interface SourceChange {
  readonly source: string;
  readonly sku: string;
  readonly quantity: Quantity;
  /** Whether to set the SKU in stock at the source. Otherwise its status stays, or is out of stock in a new row. */
  readonly setsInStock?: boolean;
}

/** Adds quantities at sources. Unknown sources are ignored. */
export function addToSources(db: Writes, changes: readonly SourceChange[]): Promise<unknown> {
  return db.execute(
    `insert into inventory_source_item as item (source_code, sku, sku_key, quantity, status)
    select source.source_code, min(given.sku), given.sku_key, sum(given.quantity), max(given.status)
    from unnest($1::text[], $2::text[], $3::text[], $4::numeric[], $5::int[])
      as given (code_key, sku, sku_key, quantity, status)
    join inventory_source source on source.source_code_key = given.code_key
    group by source.source_code, given.sku_key
    order by given.sku_key, source.source_code
    on conflict (sku_key, source_code) do update
      set quantity = item.quantity + excluded.quantity, status = greatest(item.status, excluded.status)`,
    [
      changes.map(({ source }) => sourceKey(source)),
      changes.map(({ sku }) => sku),
      changes.map(({ sku }) => keyOf(sku)),
      changes.map(({ quantity }) => quantity),
      changes.map(({ setsInStock }) => (setsInStock === true ? 1 : 0)),
    ],
  );
}
