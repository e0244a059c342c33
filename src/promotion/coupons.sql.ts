// SQL: set-based writes of up to 250,000 coupons.
import type { Db } from "../db/database.js";
import type { Row } from "../db/models.js";

/** Inserts generated codes with the limits of their rule, and returns those that were not taken. */
export async function insertCodes(
  db: Db,
  {
    rule_id,
    uses_per_coupon,
    uses_per_customer,
  }: Pick<Row<"salesRule">, "rule_id" | "uses_per_coupon" | "uses_per_customer">,
  codes: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ code: string }>(
    `insert into coupon (rule_id, usage_limit, usage_per_customer, type, code, code_key)
     select $1::int, $2::int, $3::int, 1, code, lower(code) from unnest($4::text[]) as code
     on conflict do nothing returning code`,
    [rule_id, uses_per_coupon, uses_per_customer, codes],
  );
  return rows.map(({ code }) => code);
}

/** Returns the ids that exist, and locks their coupons. */
export async function existingIds(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db.query<{ coupon_id: number }>(
    "select coupon_id from coupon where coupon_id = any($1::int[]) order by coupon_id for update",
    [ids],
  );
  return new Set(rows.map(({ coupon_id }) => coupon_id));
}

/** Returns the ids of the coupons with the codes, in lower case, by code. Locks the coupons. */
export async function idsOfCodes(db: Db, codeKeys: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ coupon_id: number; code_key: string }>(
    "select coupon_id, code_key from coupon where code_key = any($1::text[]) order by coupon_id for update",
    [codeKeys],
  );
  return new Map(rows.map(({ coupon_id, code_key }) => [code_key, coupon_id]));
}

/** Deletes coupons by their ids. */
export const deleteCouponRows = (db: Db, ids: readonly number[]): Promise<number> =>
  db.execute("delete from coupon where coupon_id = any($1::int[])", [ids]);
