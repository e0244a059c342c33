import type { Db } from "../db/database.js";
import type { StoreGroup, StoreView, Website } from "./stores.types.js";

/** All store views, that of the administration (0) too, by id. */
export const readStoreViews = (db: Db): Promise<StoreView[]> =>
  db.query(`select id, code, name, website_id, store_group_id, is_active from store order by id`);

/** The store views that have one of the codes, without a list all but that of the administration, as shoppers see them. */
export const readShopViews = (db: Db, codes: readonly string[] | null): Promise<StoreView[]> =>
  db.query(
    `select id, code, name, website_id, store_group_id, is_active from store
     where id <> 0 and ($1::text[] is null or code = any($1::text[]))
     order by sort_order, name, id`,
    [codes],
  );

/** All stores, that of the administration (0) too, by id. */
export const readStoreGroups = (db: Db): Promise<StoreGroup[]> =>
  db.query(`select id, website_id, coalesce(root_category_id, 0) as root_category_id, default_store_id, name, code
    from store_group order by id`);

/** All websites, that of the administration (0) too, by id. */
export const readWebsites = (db: Db): Promise<Website[]> =>
  db.query(`select id, code, name, default_group_id from website order by id`);
