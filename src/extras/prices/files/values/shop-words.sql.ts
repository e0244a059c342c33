// SQL: measured by `import-prices`, which reads the names of all scopes for every part of a file in one statement.
import type { Db } from "../../../../platform/db/database.js";
import { readSettings } from "../../../../commerce/store/published.js";
import { storeViews as views, websites } from "../../../../commerce/store/published.sql.js";
import { type NamedScope, ShopWords } from "./shop-words.js";

/** Reads the words that name scopes, and the currency and the time zone of each. */
export async function readShopWords(db: Db): Promise<ShopWords> {
  const [scopes, settings] = await Promise.all([
    db.query<NamedScope>(
      `select 'store' as kind, id, code, name, website_id from ${views} as store
       union all select 'website', id, code, name, id from ${websites} as website order by kind, id`,
    ),
    readSettings(db, ["currency/options/base", "general/locale/timezone"]),
  ]);
  return new ShopWords(scopes, settings);
}
