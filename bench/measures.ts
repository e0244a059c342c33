import type { Measure } from "./measure.js";
import { filterProducts } from "./measures/filter-products.js";
import { listProducts } from "./measures/list-products.js";
import { operations } from "./measures/operations.js";
import { memory } from "./measures/memory.js";
import { readPrices } from "./measures/read-prices.js";
import { readProduct } from "./measures/read-product.js";
import { readTree } from "./measures/read-tree.js";
import { readWholeProduct } from "./measures/read-whole-product.js";
import { setPrices } from "./measures/set-prices.js";
import { start } from "./measures/start.js";
import { updatePrice } from "./measures/update-price.js";

/** Every measure, in the order of the table. */
export const measures: readonly Measure[] = [
  ...setPrices,
  readPrices,
  ...readProduct,
  readWholeProduct,
  listProducts,
  readTree,
  ...updatePrice,
  ...operations,
  ...memory,
  start,
  ...filterProducts,
];
