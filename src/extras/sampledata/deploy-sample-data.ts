import type { Db } from "../../platform/db/database.js";
import { writeCategories } from "./sample-categories.sql.js";
import { placeSampleOrders } from "./sample-orders.js";
import { writeSamplePrices } from "./sample-prices.js";
import { blockSize, sampleProduct } from "./sample-products.js";
import { createProducts, writeDownloads, writeParts, writeValues } from "./sample-products.sql.js";
import { writeSampleStock } from "./sample-stock.js";
import { createSampleRates, createSampleRules } from "./sample-promotions.js";
import { createSampleStores, type SampleStores } from "./sample-stores.sql.js";

/** Called after each step with the number of products that are done. */
export type OnProducts = (done: number) => void;

const productsAtATime = 50 * blockSize;

/**
 * Fills the catalog with the first `count` sample products, two more websites with their store views, two customer
 * groups, categories, three sources with a stock that sells from them, two price rules, a table of shipping rates and
 * four orders. Keeps existing data and returns the number of new products. Each thousand products are written in a
 * separate transaction, so that other users of the database do not wait for all of them.
 */
export async function deploySampleData(db: Db, count: number, onProducts: OnProducts): Promise<number> {
  const around = await db.transaction(async (transaction) => {
    const created = await createSampleStores(transaction);
    await createSampleRules(transaction, created);
    await createSampleRates(transaction, "ch");
    return created;
  });
  let created = 0;
  for (let first = 1; first <= count; first += productsAtATime) {
    const last = Math.min(first + productsAtATime - 1, count);
    created += await db.transaction((transaction) => deployRange(transaction, { first, last }, around));
    onProducts(last);
  }
  return created;
}

interface Range {
  readonly first: number;
  readonly last: number;
}

async function deployRange(db: Db, { first, last }: Range, around: SampleStores): Promise<number> {
  const products = Array.from({ length: last - first + 1 }, (_, index) => sampleProduct(first + index));
  const created = await createProducts(db, products, around);
  if (created.length === 0) return 0;
  await writeValues(db, created, around);
  await writeSampleStock(db, created);
  await writeSamplePrices(db, created, around.customerGroupIds[0] ?? 1);
  await writeCategories(db, created, around.categoryIds);
  await writeParts(db, created, around);
  await writeDownloads(db, created);
  await placeSampleOrders(db, created);
  return created.length;
}
