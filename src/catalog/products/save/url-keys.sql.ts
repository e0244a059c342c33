import type { Db } from "../../../db/database.js";

export interface UrlKeyClaim {
  readonly productId: number;
  readonly urlKey: string;
  /** Scopes in which the product is to have the key; 0 is the global one. */
  readonly storeIds: readonly number[];
}

/**
 * Makes the key the product's own in the given scopes, in place of those that it has there. Gives whether it could: another
 * product may have it. Others who want the key wait until the transaction ends.
 */
export async function claimUrlKey(db: Db, { productId, urlKey, storeIds }: UrlKeyClaim): Promise<boolean> {
  const row = await db.one<{ claimed: boolean }>("select claim_url_key($1::int, $2::text, $3::int[]) as claimed", [
    productId,
    urlKey,
    storeIds,
  ]);
  return row?.claimed ?? false;
}

/** Gives up the product's keys in the given scopes. */
export async function releaseUrlKeys(db: Db, productId: number, storeIds: readonly number[]): Promise<void> {
  await db.execute("delete from product_url_key where product_id = $1 and store_id = any($2::int[])", [
    productId,
    storeIds,
  ]);
}
