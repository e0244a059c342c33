// SQL: set-based writes of the keys of all scopes in one statement, which claims each key for one product.
import { batched } from "../../../../platform/db/batched.js";
import type { Db } from "../../../../platform/db/database.js";

export interface UrlKeyClaim {
  readonly productId: number;
  readonly urlKey: string;
  /** Scopes in which the product gets the key; 0 is the global scope. */
  readonly storeIds: readonly number[];
}

/**
 * Claims the URL key for the product in the given scopes, replacing its keys there. Returns false if another product
 * has the key. Concurrent saves with the same key wait until the transaction ends. In one transaction they share a
 * statement, and the first of them gets the key.
 */
export const claimUrlKey: (db: Db, claim: UrlKeyClaim) => Promise<boolean> = batched({
  groupBy: ({ storeIds }: UrlKeyClaim) => storeIds.join(" "),
  load: async (db: Db, claims: readonly UrlKeyClaim[]) => {
    const rows = await db.query<{ claimed: boolean }>(
      `select claim_url_key(product_id, url_key, $3::int[]) as claimed
      from unnest($1::int[], $2::text[]) with ordinality as given (product_id, url_key, place) order by place`,
      [claims.map(({ productId }) => productId), claims.map(({ urlKey }) => urlKey), claims[0]?.storeIds],
    );
    return rows.map(({ claimed }) => claimed);
  },
});

/** Deletes the product's URL keys in the given scopes. */
export async function releaseUrlKeys(db: Db, productId: number, storeIds: readonly number[]): Promise<void> {
  await db.execute("delete from product_url_key where product_id = $1 and store_id = any($2::int[])", [
    productId,
    storeIds,
  ]);
}
