import type { Db } from "../../../../../platform/db/database.js";
import { logRerun } from "../../../../../api/call/failure.js";
import { batched } from "../../../../../platform/db/batched.js";
import type { Amount } from "../../../../../platform/money/amount.js";
import { toAmount } from "../../../../../platform/money/columns.js";
import { writePricesBySku } from "../../../../pricing/published.js";
import type { CatalogContext } from "../../../catalog-context.js";
import { readScope } from "../../find/find-products.js";
import { amountNotPositive } from "../../product-errors.js";
import { toProduct, partsToRead } from "../../find/product-output.js";
import type { Product } from "../../product.types.js";
import { groupOf, type LockedProduct, type ProductKey, readProductsLocked } from "../../products-by-sku.sql.js";
import { origin } from "../saved-product.js";
import { addTypeParts } from "../type-parts.js";

const isPriceOnly = (given: Product): boolean =>
  Boolean(given.sku) && given.price != null && Object.keys(given).every((key) => key === "sku" || key === "price");

/**
 * Sets the base price of a product if the request contains nothing else, by far the most frequent save, with fewer
 * statements. One statement locks and reads the product; concurrent calls share two statements and a transaction.
 * Returns undefined for any other save, which `saveProduct` handles: more fields, a new product, prices by website, or
 * prices with guard-rails. Throws 400 for a price that is negative or not a number.
 */
export async function savePriceOnly(given: Product, ctx: CatalogContext): Promise<Product | undefined> {
  const { db, scope, selection, config } = ctx;
  if (!ctx.priceChecks.canSkip(ctx)) return undefined;
  if (!isPriceOnly(given) || (config.PORTICO_PRICE_SCOPE === "website" && scope.storeId !== 0)) return undefined;
  const price = toAmount(given.price);
  if (price === undefined) throw amountNotPositive();
  const key = { sku: given.sku.trim(), scope: readScope(scope.storeId, ctx), wanted: partsToRead(selection, "one") };
  const row = await setPriceBatched(db, { ...key, price, ctx });
  if (!row) return undefined;
  const product = toProduct(row);
  await addTypeParts(product, key.scope, { db, selection });
  return product;
}

interface NewPrice extends ProductKey {
  readonly price: Amount;
  readonly ctx: CatalogContext;
}

const setPriceBatched = batched({
  groupBy: ({ ctx, ...key }: NewPrice) => `${ctx.actor.type} ${ctx.actor.id} ${groupOf(key)}`,
  load: async (db, prices: readonly NewPrice[]): Promise<(LockedProduct | undefined | Error)[]> => {
    try {
      return await setPrices(db, prices);
    } catch (error) {
      const [first] = prices;
      if (!first || prices.length === 1) throw error;
      // An error of one caller must not fail the others.
      logRerun(first.ctx.log, error, "retrying concurrent price updates one at a time");
      return Promise.all(prices.map((price) => setPrices(db, [price]).then(([row]) => row, asError)));
    }
  },
});

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/**
 * Sets the prices in one transaction. If several calls change the same product, each gets a result and the last one
 * wins. No statement needs the result of another, so PostgreSQL receives the whole transaction in one packet. Returns
 * no products if base prices have guard-rails: the first attempt then fails, and the next one notices before it writes.
 */
async function setPrices(db: Db, prices: readonly NewPrice[]): Promise<(LockedProduct | undefined)[]> {
  const [first] = prices;
  if (!first) return [];
  const { locked, checked } = await db.transaction(async (tx) => {
    if (!first.ctx.priceChecks.canSkip(first.ctx)) return { locked: [] };
    const reading = readProductsLocked(tx, prices);
    // A failure of the read also fails the transaction, which reports it.
    reading.catch(() => undefined);
    const checking = first.ctx.priceChecks.requireSkippable(tx);
    const named = prices.map(({ sku, price, ctx }) => ({ sku, price, requestId: ctx.requestId }));
    await writePricesBySku(tx.atCommit, named, origin(first.ctx));
    return { locked: reading, checked: checking };
  });
  await checked;
  const rows = await locked;
  return prices.map(({ price }, index) => {
    const row = rows[index];
    return row && { ...row, price, updated_at: row.now };
  });
}
