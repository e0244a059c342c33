import type { Context } from "../../../api/call/context.js";
import type { Route } from "../../../api/contract/routes/operations.js";
import type { ProductChecks } from "../../../commerce/catalog/published.js";
import type { Product } from "../../../commerce/catalog/products/product.types.js";
import type { OrderChecks } from "../../../commerce/checkout/published.extensions.js";
import type { CheckedProduct } from "../extension.types.js";
import { checksOf, type OwnChecks, refused, runCheck } from "./run-check.js";

/** Returns the checks of products of extensions, in their order: each gets the product as those before have changed it. */
export function productChecks(all: readonly OwnChecks[], routes: readonly Route[]): ProductChecks | undefined {
  const checks = checksOf(all, "product");
  const route = routes.find(({ line }) => line === "POST /V1/products");
  if (checks.length === 0 || !route) return undefined;
  return async (ctx: Context, given: Product) => {
    let product = given;
    for (const { own, check } of checks) {
      const shown = product as CheckedProduct;
      const verdict = await runCheck(own, "products", () => check(shown, ctx, own.services));
      if (verdict && "refuse" in verdict) throw refused(verdict);
      if (verdict) product = withChange(route, product, verdict.change);
    }
    return product;
  };
}

/** Returns a product with changed fields, which are read as if the caller had sent them. */
function withChange(route: Route, product: Product, change: object): Product {
  const body = { product: { ...change, sku: product.sku } };
  const read = route.read({ path: {}, query: {}, body })["product"] as Product;
  const extension = { ...product.extension_attributes, ...read.extension_attributes };
  return { ...product, ...read, ...(Object.keys(extension).length > 0 ? { extension_attributes: extension } : {}) };
}

/** Returns the checks of orders of extensions. */
export function orderChecks(all: readonly OwnChecks[]): OrderChecks | undefined {
  const checks = checksOf(all, "order");
  if (checks.length === 0) return undefined;
  return async (ctx, order) => {
    for (const { own, check } of checks) {
      const refusal = await runCheck(own, "orders", () => check(order, ctx, own.services));
      if (refusal) throw refused(refusal);
    }
  };
}
