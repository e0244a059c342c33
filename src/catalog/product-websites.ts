import type { Db } from "../db/database.js";
import { notFound } from "../webapi/errors.js";

/** 404 for a website that does not exist. */
export const websiteNotFound = (id: number) =>
  notFound("The website with id %1 that was requested wasn't found. Verify the website and try again.", [id]);

/** Puts the product on sale on these websites and no others. Throws a 404 for one that does not exist. */
export async function replaceWebsites(db: Db, productId: number, websiteIds: readonly number[]): Promise<void> {
  const ids = [...new Set(websiteIds)];
  const [unknown] = await db.query<{ id: number }>(
    `with removed as (
      delete from product_website where product_id = $1::int and website_id <> all($2::int[])),
    added as (
      insert into product_website (product_id, website_id)
      select $1::int, w.id from website w where w.id = any($2::int[]) and w.id <> 0 on conflict do nothing)
    select given.id from unnest($2::int[]) as given (id)
    where given.id = 0 or not exists (select from website w where w.id = given.id) limit 1`,
    [productId, ids],
  );
  if (unknown) throw websiteNotFound(unknown.id);
}

/** A new product is sold on the website that it is created on; on all of them where it is created for all stores. */
export async function assignFirstWebsites(db: Db, productId: number, websiteId: number): Promise<void> {
  await db.execute(
    `insert into product_website (product_id, website_id)
    select $1::int, id from website where id <> 0 and ($2::int = 0 or id = $2::int)`,
    [productId, websiteId],
  );
}
