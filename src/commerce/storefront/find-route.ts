import type { Context } from "../../api/call/context.js";
import { findCategoryByPath, findProductByUrlKey, urlSuffix } from "../catalog/published.pages.js";
import { findPageAt } from "../content/published.js";
import type { UrlRoute } from "./url-route.types.js";

/** The identifier of the page at the empty path, Magento's default. */
const home = "home";

/**
 * Returns what a store view shows at a path below its base URL; undefined if it shows nothing. The path of a product can
 * begin with that of a category that shows the product.
 */
export async function findRoute(path: string, ctx: Pick<Context, "db" | "scope">): Promise<UrlRoute | undefined> {
  const asked = path.replace(/[?#].*$/s, "").replaceAll(/^\/+|\/+$/g, "");
  const found = asked.endsWith(urlSuffix) ? await inCatalog(asked.slice(0, -urlSuffix.length), ctx) : undefined;
  if (found) return found;
  const pageId = await findPageAt(ctx.db, asked === "" ? home : asked, ctx.scope.storeId);
  return pageId === undefined ? undefined : { type: "cms-page", id: pageId };
}

async function inCatalog(path: string, { db, scope }: Pick<Context, "db" | "scope">): Promise<UrlRoute | undefined> {
  const categoryId = await findCategoryByPath(db, path, scope);
  if (categoryId !== undefined) return { type: "category", id: categoryId };
  const end = path.lastIndexOf("/");
  const above = end === -1 ? undefined : await findCategoryByPath(db, path.slice(0, end), scope);
  if (end !== -1 && above === undefined) return undefined;
  const urlKey = path.slice(end + 1);
  const productId = await findProductByUrlKey(db, { urlKey, categoryId: above }, scope);
  return productId === undefined ? undefined : { type: "product", id: productId };
}
