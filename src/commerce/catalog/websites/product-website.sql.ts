// SQL: set-based writes, and a part of products (measured by `drain-creations`).
import { batched } from "../../../platform/db/batched.js";
import type { Db } from "../../../platform/db/database.js";
import { hiddenLists } from "../../../platform/db/statements/parameters.js";
import { websites } from "../../store/published.sql.js";

/** Replaces the websites of a product. Returns an unknown id, or undefined if all are known. */
export async function writeWebsites(db: Db, productId: number, ids: readonly number[]): Promise<number | undefined> {
  const unknown = await db.one<{ id: number }>(
    `with removed as (
      delete from product_website where product_id = $1::int and website_id <> all($2::int[])),
    added as (
      insert into product_website (product_id, website_id)
      select $1::int, w.id from ${websites} w where w.id = any($2::int[]) on conflict do nothing)
    select given.id from unnest($2::int[]) as given (id)
    where not exists (select from ${websites} w where w.id = given.id) limit 1`,
    [productId, ids],
  );
  return unknown?.id;
}

/** Assigns a product to a website. Returns whether the website exists. */
export async function addWebsite(db: Db, productId: number, websiteId: number): Promise<boolean> {
  const found = await db.one<{ id: number }>(
    `with added as (
      insert into product_website (product_id, website_id)
      select $1::int, w.id from ${websites} w where w.id = $2::int and w.id <> 0 on conflict do nothing)
    select id from ${websites} as w where id = $2::int and id <> 0`,
    [productId, websiteId],
  );
  return found !== undefined;
}

/** Removes a product from a website. Returns whether it was assigned. */
export async function removeWebsite(db: Db, productId: number, websiteId: number): Promise<boolean> {
  const removed = await db.execute("delete from product_website where product_id = $1::int and website_id = $2::int", [
    productId,
    websiteId,
  ]);
  return removed > 0;
}

/** A new product, and the website on which it is created; 0 for all stores. */
export interface FirstWebsite {
  readonly productId: number;
  readonly websiteId: number;
}

/**
 * Assigns a new product to the website it is created on, or to all websites if it is created for all stores. Concurrent
 * saves in one transaction share a statement.
 */
export const assignFirstWebsites: (db: Db, first: FirstWebsite) => Promise<undefined> = batched({
  groupBy: () => "",
  load: async (db: Db, firsts: readonly FirstWebsite[]) => {
    await db.execute(
      `insert into product_website (product_id, website_id)
      select given.product_id, w.id from unnest(${hiddenLists("int", "int")}) as given (product_id, website_id)
      join ${websites} w on w.id <> 0 and (given.website_id = 0 or given.website_id = w.id)`,
      [firsts.map(({ productId }) => productId), firsts.map(({ websiteId }) => websiteId)],
    );
    return firsts.map(() => undefined);
  },
});
