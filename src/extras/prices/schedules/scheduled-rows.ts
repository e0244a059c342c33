import type { Db } from "../../../platform/db/database.js";
import { ownReading } from "../files/file-format.js";
import type { FileRow } from "../files/rows/file-row.js";
import { rowsOfObject } from "../files/rows/formats/json-rows.js";
import { readShopWords } from "../files/values/shop-words.sql.js";
import type { StoreViews } from "../../../commerce/pricing/price-scopes.sql.js";

/** The prices of a schedule as rows, and the store views that they can have. */
interface ScheduledRows {
  readonly rows: readonly FileRow[];
  readonly stores: StoreViews;
}

/** Reads the prices of a schedule as rows of a file. One without an amount deletes the price. */
export async function scheduledRows(db: Db, prices: readonly unknown[]): Promise<ScheduledRows> {
  const words = await readShopWords(db);
  const rows = prices.flatMap((price, record) =>
    rowsOfObject(price, { line: record + 1, record }, { reading: ownReading, words }),
  );
  return { rows: rows.map((row) => (row.price === undefined ? { ...row, price: null } : row)), stores: words.stores };
}
