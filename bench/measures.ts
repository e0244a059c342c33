import type { Measure } from "./measure.js";
import { cartCurves } from "./measures/cart-curves.js";
import { noisyClientMeasures } from "./measures/noisy-clients.js";
import { carts } from "./measures/carts.js";
import { commerce } from "./measures/commerce.js";
import { createProduct } from "./measures/create-product.js";
import { feedShare } from "./measures/feed-share.js";
import { filterProducts } from "./measures/filter-products.js";
import { graphDepth, graphProducts } from "./measures/graph-products.js";
import { importPrices } from "./measures/import-prices.js";
import { importShop } from "./measures/import-shop.js";
import { inventory } from "./measures/inventory.js";
import { listProducts } from "./measures/list-products.js";
import { operations } from "./measures/operations.js";
import { memory } from "./measures/memory.js";
import { orders } from "./measures/orders.js";
import { readPrices } from "./measures/read-prices.js";
import { readProduct } from "./measures/read-product.js";
import { readTree } from "./measures/read-tree.js";
import { readWholeProduct } from "./measures/read-whole-product.js";
import { saveSourceItems } from "./measures/save-source-items.js";
import { searchOrders } from "./measures/search-orders.js";
import { setPrices } from "./measures/set-prices.js";
import { start } from "./measures/start.js";
import { thinCarts } from "./measures/thin-carts.js";
import { unusedExtension } from "./measures/unused-extension.js";
import { updatePrice } from "./measures/update-price.js";

/** Every measure, in the order of the table. */
export const measures: readonly Measure[] = [
  // First, because others enlarge the catalogue that it copies.
  importShop,
  ...setPrices,
  feedShare,
  importPrices,
  saveSourceItems,
  readPrices,
  ...readProduct,
  readWholeProduct,
  listProducts,
  graphProducts,
  graphDepth,
  readTree,
  ...updatePrice,
  createProduct,
  ...inventory,
  ...carts,
  ...thinCarts,
  ...cartCurves,
  ...unusedExtension,
  ...orders,
  ...commerce,
  ...searchOrders,
  ...operations,
  ...memory,
  start,
  ...filterProducts,
  ...noisyClientMeasures,
];
