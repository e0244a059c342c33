import type { ConfiguredContext } from "../../../api/call/context.js";
import { notFound } from "../../../api/call/errors.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import type { Db } from "../../../platform/db/database.js";
import { zeroQuantity } from "../../../platform/money/amount.js";
import { compositeTypes } from "../../catalog/published.terms.js";
import { readWebsites } from "../../store/published.js";
import { readSalability, type Salability } from "../salability/salability.sql.js";
import { requireStockOfChannel } from "../stocks/save-stock.js";
import type { KnownChannel } from "../stocks/sales-channels.rows.js";
import { readStockOfProducts, searchStockedSkus } from "./stock-export.sql.js";
import type { ProductStockIndexData, ProductStockIndexDataSearchResults } from "./stock-export.types.js";

/**
 * Returns what the stock of a channel has of the products of the website with the channel's code. Throws 404 for an unknown
 * channel, and for one that is no website.
 */
export async function exportStock(db: Db, channel: KnownChannel): Promise<ProductStockIndexData[]> {
  const { stock_id: stockId } = await requireStockOfChannel(db, channel);
  const website = (await readWebsites(db)).find(({ code }) => code === channel.code);
  if (!website || stockId == null) {
    const message = "The website with code %1 that was requested wasn't found. Verify the website and try again.";
    throw notFound(message, [channel.code]);
  }
  const rows = await readStockOfProducts(db, { websiteId: website.id, stockId });
  return rows.map((row) => toData(row, row.present));
}

/**
 * Searches the products that the stock of a channel can have, and returns how much of each it can sell. Throws 404 for an
 * unknown channel.
 */
export async function exportSalableQuantities(
  criteria: SearchCriteria,
  channel: KnownChannel,
  ctx: ConfiguredContext,
): Promise<ProductStockIndexDataSearchResults> {
  const stockId = (await requireStockOfChannel(ctx.db, channel)).stock_id ?? 0;
  const page = await searchStockedSkus(criteria, stockId, ctx);
  const skus = page.items.map(({ sku }) => sku);
  const found = await readSalability(ctx.db, stockId, skus);
  const items = page.items.flatMap(({ sku_key }) => {
    const row = found.get(sku_key);
    return row ? [toData(row, row.is_salable ? row.quantity : zeroQuantity)] : [];
  });
  return { ...page, items };
}

/** As in Magento, composite products and those whose stock is not managed have no quantity. */
function toData(
  { sku, type_id, is_managed, is_salable }: Pick<Salability, "sku" | "type_id" | "is_managed" | "is_salable">,
  quantity: Salability["quantity"],
): ProductStockIndexData {
  const isComposite = compositeTypes.has(type_id);
  const isUnlimited = !isComposite && !is_managed;
  return { sku, qty: isComposite || isUnlimited ? zeroQuantity : quantity, is_salable: isUnlimited || is_salable };
}
