// What other domains may import about products as carts sell them.

export { type BundleTraits, readBundleTraits } from "./sale/bundle-traits.rows.js";
export { picturesOf, readPictures } from "./sale/product-pictures.rows.js";
export {
  readOptionLabels,
  readSoldProducts,
  type SoldBundleOption,
  type SoldProduct,
  type SoldSelection,
} from "./sale/sold-products.sql.js";
