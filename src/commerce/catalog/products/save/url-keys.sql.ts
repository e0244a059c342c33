// SQL: set-based writes of the keys of all scopes in one statement, which claims each key for one product.
import type { Db } from "../../../../platform/db/database.js";

export interface UrlKeyClaim {
  readonly productId: number;
  readonly urlKey: string;
  /** Scopes in which the product gets the key; 0 is the global scope. */
  readonly storeIds: readonly number[];
}

/**
 * Claims the URL key for the product in the given scopes, replacing its keys there. Returns false if another product
 * has the key. Concurrent saves with the same key wait until the transaction ends.
 */
export async function claimUrlKey(db: Db, { productId, urlKey, storeIds }: UrlKeyClaim): Promise<boolean> {
  const row = await db.one<{ claimed: boolean }>("select claim_url_key($1::int, $2::text, $3::int[]) as claimed", [
    productId,
    urlKey,
    storeIds,
  ]);
  return row?.claimed ?? false;
}

/** Deletes the product's URL keys in the given scopes. */
export async function releaseUrlKeys(db: Db, productId: number, storeIds: readonly number[]): Promise<void> {
  await db.execute("delete from product_url_key where product_id = $1 and store_id = any($2::int[])", [
    productId,
    storeIds,
  ]);
}
