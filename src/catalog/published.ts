// Everything that other domains may import from this one, besides its shapes.

export { insertCategory, lockTree, readPlaces, readRootCategory } from "./categories/category-structure.sql.js";
export { writeCategoryValues } from "./categories/category-values.sql.js";
export { productWithSkuNotFound } from "./products/product-errors.js";
export { compositeTypes } from "./products/product-types.js";
export { type SavedProduct } from "./products/save/saved-product.js";
export { lockProduct } from "./products/save/stored-product.sql.js";
export { hasProductWith } from "./value-documents.sql.js";
