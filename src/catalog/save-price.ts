import { toAmount } from "../pricing/price-amounts.js";
import { writePrices } from "../pricing/price-writes.js";
import type { Context } from "../webapi/context.js";
import { readScope } from "./find-products.js";
import { amountNotPositive } from "./product-errors.js";
import { toProduct, wantedParts } from "./product-output.rows.js";
import { readProductLocked } from "./product.rows.js";
import type { Product } from "./product.types.js";
import { origin } from "./saved-product.js";
import { addTypeParts } from "./type-parts.rows.js";

const isPriceAlone = (given: Product): boolean =>
  given.sku != null && given.price != null && Object.keys(given).every((key) => key === "sku" || key === "price");

/**
 * Sets the base price of a product of which nothing else was sent: the commonest save by far, so it is spared a round trip:
 * the product is read when it is locked, and answered with the new price in place. Gives undefined where the save is
 * another one, which `saveProduct` is for: more was sent, the product is new, or prices go to a website's store views.
 */
export async function savePriceAlone(given: Product, ctx: Context): Promise<Product | undefined> {
  const { db, scope, selection, config } = ctx;
  if (!isPriceAlone(given) || (config.PORTICO_PRICE_SCOPE === "website" && scope.storeId !== 0)) return undefined;
  const price = toAmount(given.price);
  if (price === undefined) throw amountNotPositive();
  const wanted = wantedParts(selection, "one");
  const row = await readProductLocked(db, readScope(scope.storeId, ctx), { sku: given.sku.trim(), wanted });
  if (!row) return undefined;
  await writePrices(db, [{ productId: row.id, storeId: 0, price }], origin(ctx));
  const product = toProduct({ ...row, price, updated_at: row.now });
  await addTypeParts([product], scope.storeId, { db, selection });
  return product;
}
