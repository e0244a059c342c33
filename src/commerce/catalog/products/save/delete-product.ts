import type { CatalogContext } from "../../catalog-context.js";
import { removeVariationValues } from "../../configurable/variations.sql.js";
import { recordEvents } from "../../../events/published.recording.js";
import { removeStock } from "../../../inventory/published.js";
import { originOf, recordDeletedPrices } from "../../../pricing/published.js";
import { lockKnownProduct } from "./lock-product.js";
import { removeProduct } from "./stored-product.sql.js";

/** Deletes a product with everything that refers to it, and images that nothing else uses. Throws 404 for an unknown SKU. */
export async function deleteProduct(sku: string, ctx: CatalogContext): Promise<true> {
  const { db, media } = ctx;
  const { id, sku: storedSku } = await lockKnownProduct(db, sku);
  await removeVariationValues(db, null, [id]);
  await recordDeletedPrices(db, [id], originOf(ctx, "ProductRepository.deleteById"));
  await removeProduct(db, id);
  await removeStock(db, storedSku);
  await recordEvents(db, [{ type: "product.deleted", data: { id, sku: storedSku } }]);
  media.scheduleRemoval(db);
  return true;
}
