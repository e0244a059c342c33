import { expect } from "vitest";
import type { Db } from "../../../src/platform/db/database.js";
import { simple } from "../catalog/support.js";
import { type Client, search } from "../../support/client.js";

interface SourceRow {
  readonly sku: string;
  readonly source: string;
  readonly quantity: number;
  readonly status?: 0 | 1;
}

/** Sets what sources hold, without regard to stock items. */
export async function setSourceItems(db: Db, ...rows: readonly SourceRow[]): Promise<void> {
  for (const { sku, source, quantity, status = 1 } of rows) {
    const values = { quantity: String(quantity), status };
    const key = { sku_key: sku.toLowerCase(), source_code: source };
    await db.models.inventorySourceItem.upsert({
      where: { sku_key_source_code: key },
      create: { ...key, sku, ...values },
      update: values,
    });
  }
}

/** Creates a stock with sources by priority, each of which is created unless it exists. */
export async function addStock(admin: Client, name: string, ...sources: readonly string[]): Promise<number> {
  const { body: stockId } = await admin.post("/V1/inventory/stocks", { stock: { name } });
  for (const code of sources) {
    await admin.post("/V1/inventory/sources", {
      source: { source_code: code, name: code, postcode: "1", country_id: "DE", enabled: true },
    });
  }
  const links = sources.map((source_code, index) => ({
    stock_id: stockId as number,
    source_code,
    priority: index + 1,
  }));
  if (links.length > 0) await admin.post("/V1/inventory/stock-source-links", { links });
  return stockId as number;
}

/** Creates a product with settings of its stock item, and with other values. */
export async function addProduct(
  admin: Client,
  sku: string,
  { stock_item = {}, ...more }: { readonly stock_item?: object; readonly [field: string]: unknown } = {},
) {
  const stock = "qty" in stock_item ? { is_in_stock: Number(stock_item.qty) > 0, ...stock_item } : stock_item;
  const { status, body } = await admin.post("/V1/products", {
    product: simple(sku, { extension_attributes: { stock_item: stock }, ...more }),
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as { readonly id: number };
}

/** Changes settings of all stock for the time of the work. */
export async function withStockSetting(
  db: Db,
  [path, value]: readonly [path: string, value: string],
  work: () => Promise<void>,
): Promise<void> {
  const key = { path: `cataloginventory/${path}`, scope: "default", scope_id: 0 };
  const where = { path_scope_scope_id: key };
  const before = await db.models.configValue.findUnique({ where });
  await db.models.configValue.upsert({ where, create: { ...key, value }, update: { value } });
  try {
    await work();
  } finally {
    if (before) await db.models.configValue.update({ where, data: { value: before.value } });
    else await db.models.configValue.delete({ where });
  }
}

/** Creates sources, which are enabled, by their codes. */
export async function addSources(admin: Client, ...codes: readonly string[]): Promise<void> {
  for (const code of codes) {
    const source = { source_code: code, name: code, postcode: "1", country_id: "DE", enabled: true };
    expect((await admin.post("/V1/inventory/sources", { source })).status).toBe(200);
  }
}

type Row = readonly [sku: string, source: string, quantity: number, status: number];

export const item = (...[sku, source_code, quantity, status]: Row) => ({ sku, source_code, quantity, status });

/** Rows of the SKU by source: quantity and status. */
export async function rowsOf(admin: Client, sku: string): Promise<Readonly<Record<string, readonly number[]>>> {
  const { body } = await admin.get(`/V1/inventory/source-items?${search([["sku", sku]])}`);
  const items = body.items as readonly { source_code: string; quantity: number; status: number }[];
  return Object.fromEntries(items.map(({ source_code, quantity, status }) => [source_code, [quantity, status]]));
}

/** Quantity of the stock item, and whether it is in stock. */
export async function stockOf(admin: Client, sku: string): Promise<readonly unknown[]> {
  const { qty, is_in_stock } = (await admin.get(`/V1/stockItems/${sku}`)).body;
  return [qty, is_in_stock];
}

/**
 * Products whose stock item and row at the default source disagree. Without a row the stock item is 0 and out of stock; the
 * status of a row may be 1 for a stock item that is out of stock because it has run out.
 */
export const stockMismatches = (db: Db) =>
  db.query<{ sku: string }>(
    `select p.sku, i.qty, i.is_in_stock, r.quantity, r.status
    from product p join stock_item i on i.product_id = p.id
    left join inventory_source_item r on r.sku_key = p.sku_key and r.source_code = 'default'
    where p.type_id not in ('bundle', 'configurable', 'grouped')
      and (i.qty <> coalesce(r.quantity, 0)
        or i.is_in_stock <> (coalesce(r.status, 0) = 1)
          and not (r.status = 1 and (i.use_config_manage_stock or i.manage_stock) and i.qty <=
              case when i.use_config_min_qty then 0 else i.min_qty end
            and case when i.use_config_backorders then 0 else i.backorders end = 0))`,
  );
