// What other domains may import about products and categories as pages and searches show them.

export { readCategories } from "./categories/category.rows.js";
export { readProductMap } from "./products/find/find-products.js";
export { productFields } from "./products/find/product-fields.sql.js";
export { findCategoryByPath, findProductByUrlKey, urlSuffix } from "./urls/page-urls.sql.js";
