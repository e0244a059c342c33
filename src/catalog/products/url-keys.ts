import type { Db } from "../../db/database.js";
import { inputError } from "../../webapi/errors.js";

export interface UrlKeyClaim {
  readonly productId: number;
  readonly urlKey: string;
  readonly storeIds: readonly number[];
}

/** A global key counts in every store view, so it clashes with any; keys of two store views do not meet. */
const claim = `with taken as (
    select from product_url_key where url_key = $2 and product_id <> $1::int
      and (store_id = 0 or store_id = any($3::int[]) or 0 = any($3::int[]))),
  released as (
    delete from product_url_key where product_id = $1::int and store_id = any($3::int[]) and url_key <> $2),
  claimed as (
    insert into product_url_key (store_id, url_key, product_id)
    select store_id, $2, $1::int from unnest($3::int[]) as given (store_id) where not exists (select from taken)
    on conflict (store_id, url_key) do update set url_key = excluded.url_key
    returning product_id)
  select (select count(*) from claimed where product_id = $1::int) as claimed`;

/** Makes the key the product's own in the given scopes. Gives whether it could: another product may have it. */
export async function claimUrlKey(db: Db, { productId, urlKey, storeIds }: UrlKeyClaim): Promise<boolean> {
  const [row] = await db.query<{ claimed: number }>(claim, [productId, urlKey, storeIds]);
  return row?.claimed === storeIds.length;
}

/** Gives up the product's keys in the given scopes. */
export async function releaseUrlKeys(db: Db, productId: number, storeIds: readonly number[]): Promise<void> {
  await db.execute("delete from product_url_key where product_id = $1 and store_id = any($2::int[])", [
    productId,
    storeIds,
  ]);
}

/** 400 for a key that another product has. */
export const urlKeyTaken = () => inputError("URL key for specified store already exists.");
