import type { Db } from "../db/database.js";
import type { StoreGroup, StoreView, Website } from "./stores.types.js";

/** Returns all store views by id, including the admin store view (0). */
export const readStoreViews = (db: Db): Promise<StoreView[]> =>
  db.query(`select id, code, name, website_id, store_group_id, is_active from store order by id`);

/** Returns the store views with the codes, by default all except the admin store view. */
export const readShopViews = (db: Db, codes: readonly string[] | null): Promise<StoreView[]> =>
  db.query(
    `select id, code, name, website_id, store_group_id, is_active from store
     where id <> 0 and ($1::text[] is null or code = any($1::text[]))
     order by sort_order, name, id`,
    [codes],
  );

/** Returns all stores by id, including the admin store (0). */
export const readStoreGroups = (db: Db): Promise<StoreGroup[]> =>
  db.query(`select id, website_id, coalesce(root_category_id, 0) as root_category_id, default_store_id, name, code
    from store_group order by id`);

/** Returns all websites by id, including the admin website (0). */
export const readWebsites = (db: Db): Promise<Website[]> =>
  db.query(`select id, code, name, default_group_id from website order by id`);
