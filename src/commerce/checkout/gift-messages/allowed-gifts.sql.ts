// SQL: models cannot read one key of the JSON documents with the attributes of products.
import { productValues, valueOf } from "../../catalog/published.sql.js";
import type { Db } from "../../../platform/db/database.js";

interface ProductInStore {
  readonly product_id: number;
  readonly store_id: number;
}

/** Returns the product's own setting for gift messages: 0 no, 1 yes; 2 or undefined to use the setting of the shop. */
export async function readGiftSetting(db: Db, { product_id, store_id }: ProductInStore): Promise<string | undefined> {
  const row = await db.one<{ setting: string | null }>(
    `select ${valueOf("gift_message_available")} as setting from (select $1::int as product_id) p
    left join ${productValues} g on g.product_id = p.product_id and g.store_id = 0
    left join ${productValues} v on v.product_id = p.product_id and v.store_id = $2`,
    [product_id, store_id],
  );
  return row?.setting ?? undefined;
}
