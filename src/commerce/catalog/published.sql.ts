// SQL: relations for the statements of other domains, which models cannot join. A relation in parentheses is used like
// a table: `join ${products} p on …`. PostgreSQL plans it as the table itself, indexes included.

import type { ImageOwner } from "../../platform/media/media-files.rows.js";
import { restartedTime } from "../store/published.sql.js";
import { isProductImage } from "./products/product-relations.sql.js";

export { productAttributeOptions, productAttributes } from "./attributes/product-attributes.sql.js";
export { inCategories, shownIn } from "./categories/category-relations.sql.js";
export {
  bundleParts,
  hasParts,
  isSoldOn,
  lockedProducts,
  productCategories,
  products,
  productValues,
  touchProducts,
  productVersions,
} from "./products/product-relations.sql.js";
export { valueTables } from "./products/value-tables.sql.js";
export { likeName, likeSku, valueOf } from "./value-documents.sql.js";

/** The catalog, as the owner of the images in the media library. */
export const imageOwner: ImageOwner = { isUsed: isProductImage, restartedTime };
