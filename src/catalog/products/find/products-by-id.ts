import type { ConfiguredContext } from "../../../call/context.js";
import type { Product } from "../product.types.js";
import { productsByIds } from "./find-products.js";

/** Returns products by id, each read once. */
export async function productsById(
  wanted: readonly { readonly id: number }[],
  ctx: ConfiguredContext,
): Promise<ReadonlyMap<number, Product>> {
  const found = await productsByIds([...new Set(wanted.map(({ id }) => id))], ctx);
  const byId = new Map<number, Product>();
  for (const product of found) if (product.id != null) byId.set(product.id, product);
  return byId;
}
