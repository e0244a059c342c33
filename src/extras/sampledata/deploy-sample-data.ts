import type { Db } from "../../platform/db/database.js";
import { forEachConcurrently } from "../../platform/media/at-once.js";
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
/** Transactions at the same time. Each one has whole blocks, whose products refer only to each other. */
const transactions = 4;

/**
 * Fills the catalog with the first `count` sample products, two more websites with their store views, two customer
 * groups, categories, three sources with a stock that sells from them, two price rules, a table of shipping rates and
 * four orders. Keeps existing data and returns the number of new products. Each thousand products are written in a
 * separate transaction, so that other users of the database do not wait for all of them. Four transactions run at the same
 * time, because each one keeps one core of PostgreSQL busy.
 */
export async function deploySampleData(db: Db, count: number, onProducts: OnProducts): Promise<number> {
  const around = await db.transaction(async (transaction) => {
    const created = await createSampleStores(transaction);
    await createSampleRules(transaction, created);
    await createSampleRates(transaction, "ch");
    return created;
  });
  let created = 0;
  let done = 0;
  await forEachConcurrently(rangesUpTo(count), transactions, async (range) => {
    const inRange = await db.transaction((transaction) => deployRange(transaction, range, around));
    created += inRange;
    done += range.last - range.first + 1;
    onProducts(done);
  });
  return created;
}

interface Range {
  readonly first: number;
  readonly last: number;
}

const rangesUpTo = (count: number): Range[] =>
  Array.from({ length: Math.ceil(count / productsAtATime) }, (_, at) => ({
    first: at * productsAtATime + 1,
    last: Math.min((at + 1) * productsAtATime, count),
  }));

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
