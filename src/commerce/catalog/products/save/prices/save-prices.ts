import { type PriceCheck, startSpecialPrices, writePricesTogether } from "../../../../pricing/published.js";
import { readSettings } from "../../../../store/published.js";
import type { CatalogContext } from "../../../catalog-context.js";
import { readScope } from "../../find/find-products.js";
import { localTime } from "../../../../../api/contract/dates.js";
import { isDateRangeReversed, rangeCodes } from "../../find/product-dates.sql.js";
import { invalidProduct } from "../../product-errors.js";
import { type Amounts, priceWrites } from "./product-prices.js";
import { origin, type SavedProduct } from "../saved-product.js";

const timezone = "general/locale/timezone";

/**
 * Writes the prices of a request. A special price without a start date starts today. Throws as `priceWrites` does, and
 * 400 for a period that ends before it starts.
 */
export async function savePrices(
  product: SavedProduct & { readonly hasFixedPrice: boolean },
  { amounts, check }: { readonly amounts: Amounts | undefined; readonly check: PriceCheck | undefined },
  ctx: CatalogContext,
): Promise<void> {
  const rows = amounts ? priceWrites(product, amounts, { ctx, websiteStoreIds: product.facts.website_store_ids }) : [];
  if (rows.length > 0) {
    await check?.requireAllowedPrices(rows);
    await writePricesTogether(ctx.db, { rows, origin: origin(ctx) });
  }
  await checkDateRange(product, ctx);
  if (amounts?.specialPrice == null || amounts.specialFrom != null) return;
  await startSpecialPrices(ctx.db, { scopes: rows, from: await startOfToday(ctx) }, origin(ctx));
}

async function checkDateRange({ id, storeId, values }: SavedProduct, ctx: CatalogContext): Promise<void> {
  if (!rangeCodes.some((code) => values.has(code))) return;
  if (await isDateRangeReversed(ctx.db, id, readScope(storeId, ctx))) {
    throw invalidProduct("Make sure the To Date is later than or the same as the From Date.");
  }
}

async function startOfToday({ db, scope }: CatalogContext): Promise<string> {
  const settings = await readSettings(db, [timezone]);
  return `${localTime(new Date(), settings.value(timezone, scope)).slice(0, 10)} 00:00:00`;
}
