import { inputError, noSuchEntity } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { readProduct } from "../tier-prices/group-prices.sql.js";
import type { PricedProduct } from "../priced-products.sql.js";
import type { NamedGroup } from "./lowest-price/timeline.sql.js";
import { plainTypes } from "../../catalog/published.terms.js";

/** Returns a product whose price does not depend on other products. Throws 404 for an unknown SKU, 400 for other types. */
export async function requirePlainProduct(db: Db, sku: string): Promise<PricedProduct> {
  const product = await readProduct(db, sku);
  if (!product) throw noSuchEntity("sku", sku);
  if (plainTypes.includes(product.type_id)) return product;
  throw inputError(
    "The price of %1 depends on the products that it consists of. Request the prices of those products.",
    [product.sku],
  );
}

/** Returns the customer group with an id; without an id, all groups. Throws 404 for an unknown id. */
export function groupsOf(groups: readonly NamedGroup[], groupId: number | null | undefined): readonly NamedGroup[] {
  if (groupId === null || groupId === undefined) return groups;
  const wanted = groups.filter(({ id }) => id === groupId);
  if (wanted.length === 0) throw noSuchEntity("id", groupId);
  return wanted;
}
