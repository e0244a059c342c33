// SQL: models cannot count the elements of arrays.
import { changeBlocks } from "../../../commerce/pricing/history/changes/read-changes.sql.js";
import type { Db } from "../../../platform/db/database.js";
import { storeViews as stores } from "../../../commerce/store/published.sql.js";
import type { ChangedPrices } from "./limits/row-tally.js";

/** Counts the prices that a bulk has changed. Copies of a price for several store views of a website count once. */
export const readChangedPrices = (db: Db, bulkUuid: string): Promise<ChangedPrices[]> =>
  db.query<ChangedPrices>(
    `select kind, website_id, count(*)::int as changed from (
       select distinct b.kind, changed.product_id, coalesce(changed.website_id, store.website_id) as website_id,
         changed.customer_group_id, changed.quantity
       from ${changeBlocks},
         unnest(b.product_ids, b.store_ids, b.website_ids, b.customer_group_ids, b.quantities)
           as changed (product_id, store_id, website_id, customer_group_id, quantity)
         left join ${stores} as store on store.id = changed.store_id
       where s.bulk_uuid = $1::uuid
     ) as price group by kind, website_id`,
    [bulkUuid],
  );
