// What other domains may import about kinds of products and errors about products, which load nothing else.

export { productNotFound, productWithSkuNotFound } from "./products/product-errors.js";
export { compositeTypes, plainTypes } from "./products/product-kinds.js";
