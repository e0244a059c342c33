import type { Db } from "../../../db/database.js";
import { gathered } from "../../../db/batched.js";
import type { Amount } from "../../../money/amount.js";
import { toAmount } from "../../../money/columns.js";
import { writePrices } from "../../../pricing/published.js";
import type { CatalogContext } from "../../catalog-context.js";
import { readScope } from "../find/find-products.js";
import { amountNotPositive } from "../product-errors.js";
import { toProduct, wantedParts } from "../find/product-output.js";
import type { Product } from "../product.types.js";
import { kindOfWish, type LockedProduct, type ProductWish, readProductsLocked } from "../products-by-sku.sql.js";
import { origin } from "./saved-product.js";
import { addTypeParts } from "./type-parts.js";

const isPriceAlone = (given: Product): boolean =>
  given.sku != null && given.price != null && Object.keys(given).every((key) => key === "sku" || key === "price");

/**
 * Sets the base price of a product if nothing else was sent, by far the most frequent save, with fewer statements.
 * Locking and reading the product are one statement; concurrent calls share two statements and a transaction. Returns
 * undefined for any other save, which `saveProduct` handles: more fields, a new product, or prices by website. Throws
 * 400 for a price that is negative or not a number.
 */
export async function savePriceAlone(given: Product, ctx: CatalogContext): Promise<Product | undefined> {
  const { db, scope, selection, config } = ctx;
  if (!isPriceAlone(given) || (config.PORTICO_PRICE_SCOPE === "website" && scope.storeId !== 0)) return undefined;
  const price = toAmount(given.price);
  if (price === undefined) throw amountNotPositive();
  const wish = { sku: given.sku.trim(), scope: readScope(scope.storeId, ctx), wanted: wantedParts(selection, "one") };
  const row = await repriced(db, { ...wish, price, ctx });
  if (!row) return undefined;
  const product = toProduct(row);
  await addTypeParts([product], scope.storeId, { db, selection });
  return product;
}

interface NewPrice extends ProductWish {
  readonly price: Amount;
  readonly ctx: CatalogContext;
}

const repriced = gathered({
  kind: ({ ctx, ...wish }: NewPrice) => `${ctx.actor.type} ${ctx.actor.id} ${kindOfWish(wish)}`,
  meet: async (db, prices: readonly NewPrice[]): Promise<(LockedProduct | undefined | Error)[]> => {
    try {
      return await reprice(db, prices);
    } catch (error) {
      if (prices.length === 1) throw error;
      // An error of one caller must not fail the others.
      return Promise.all(prices.map((price) => reprice(db, [price]).then(([row]) => row, asError)));
    }
  },
});

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/**
 * Sets the prices in one transaction. If several calls are for the same product, each gets an answer and the last one
 * wins.
 */
function reprice(db: Db, prices: readonly NewPrice[]): Promise<(LockedProduct | undefined)[]> {
  return db.transaction(async (tx) => {
    const rows = await readProductsLocked(tx, prices);
    const answers = prices.map(({ price }, place) => {
      const row = rows[place];
      return row && { ...row, price, updated_at: row.now };
    });
    const [first] = prices;
    const writes = answers.flatMap((row) => (row ? [{ productId: row.id, storeId: 0, price: row.price }] : []));
    if (first && writes.length > 0) await writePrices(tx.atCommit, writes, origin(first.ctx));
    return answers;
  });
}
