import type { Context } from "../../api/call/context.js";
import type { MediaLibrary } from "../../platform/media/media-library.js";
import type { Product } from "./products/product.types.js";
import type { PriceDependencies } from "../pricing/published.js";

/** The dependencies of catalog resolvers. */
export interface CatalogDependencies extends PriceDependencies {
  readonly media: MediaLibrary;
  /** Absent without extensions that check products. */
  readonly productChecks?: ProductChecks | undefined;
}

/** Further rules of products that callers save. Returns the product to save. Throws 400 for one that breaks a rule. */
export type ProductChecks = (ctx: Context, given: Product) => Promise<Product>;

/** The context of a catalog operation, with the dependencies of its resolver. */
export interface CatalogContext extends Context, CatalogDependencies {}
