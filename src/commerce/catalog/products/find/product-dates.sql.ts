// SQL: models cannot compare dates in JSON documents.
import type { Db } from "../../../../platform/db/database.js";
import { valueOf } from "../../value-documents.sql.js";
import { priceOf } from "../../../pricing/published.sql.js";
import type { ReadScope } from "../product.sql.js";
import { valueTables } from "../value-tables.sql.js";

/** Pairs of attributes that limit a period: from and to. */
const ranges = [
  ["special_from_date", "special_to_date"],
  ["news_from_date", "news_to_date"],
  ["custom_design_from", "custom_design_to"],
] as const;

/** Codes of all attributes that start or end a period. */
export const rangeCodes: readonly string[] = ranges.flat();

/** Returns whether a period of a product starts after its end in the store view. */
export async function isDateRangeReversed(db: Db, productId: number, scope: ReadScope): Promise<boolean> {
  const special = `(${priceOf("special_from", scope)}, ${priceOf("special_to", scope)})`;
  const others = ranges.slice(1).map(([from, to]) => `(${valueOf(from)}::timestamp, ${valueOf(to)}::timestamp)`);
  const row = await db.one<{ reversed: boolean }>(
    `select exists (select from product p ${valueTables}
      cross join lateral (values ${[special, ...others].join(", ")}) as range (starts, ends)
      where p.id = $2::int and range.starts > range.ends) as reversed`,
    [scope.storeId, productId],
  );
  return row?.reversed ?? false;
}
