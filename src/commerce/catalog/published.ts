// Everything that other domains may import from here, besides shapes.

export { lockTree, hasRootCategory } from "./categories/category.rows.js";
export { insertCategory, readPlaces, readRootCategory } from "./categories/category-structure.sql.js";
export { writeCategoryValues } from "./categories/values/category-values.sql.js";
export { type ProductChecks } from "./catalog-context.js";
export { mediaTypeOf, readImage } from "./media/sent-image.js";
export { readProductIds } from "./products/product-skus.rows.js";
export { findProductKeys, readProductSkus } from "./products/products-by-sku.sql.js";
export { type SavedProduct } from "./products/save/saved-product.js";
export { lockProduct } from "./products/save/lock-product.js";
export { hasProductWith } from "./value-documents.sql.js";
