// SQL: models cannot read single keys of JSON documents, in which attributes of products are stored.
import { productValues, valueOf } from "../catalog/published.sql.js";
import type { Db } from "../../platform/db/database.js";

/** Gift wrapping attributes of a product; null if unset. */
export interface ProductWrapping {
  readonly product_id: number;
  /** 0 no, 1 yes; any other value uses the setting of the shop. */
  readonly available: string | null;
  /** Price in base currency. */
  readonly price: string | null;
}

/** Returns the gift wrapping attributes of products in a store view. */
export const readProductWrappings = (db: Db, ids: readonly number[], storeId: number): Promise<ProductWrapping[]> =>
  db.query<ProductWrapping>(
    `select p.product_id, ${valueOf("gift_wrapping_available")} as available, ${valueOf("gift_wrapping_price")} as price
    from unnest($1::int[]) as p (product_id)
    left join ${productValues} g on g.product_id = p.product_id and g.store_id = 0
    left join ${productValues} v on v.product_id = p.product_id and v.store_id = $2`,
    [ids, storeId],
  );
