import type { Context } from "../../api/call/context.js";
import type { MediaLibrary } from "../../platform/media/media-library.js";
import type { PriceDependencies } from "../pricing/published.js";

/** The dependencies of catalog resolvers. */
export interface CatalogDependencies extends PriceDependencies {
  readonly media: MediaLibrary;
}

/** The context of a catalog operation, with the dependencies of its resolver. */
export interface CatalogContext extends Context, CatalogDependencies {}
