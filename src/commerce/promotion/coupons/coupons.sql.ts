// SQL: a set-based write of up to 250,000 coupons.
import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";

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
     select $1::int, $2::int, $3::int, 1, code, name_key(code) from unnest($4::text[]) as code
     on conflict do nothing returning code`,
    [rule_id, uses_per_coupon, uses_per_customer, codes],
  );
  return rows.map(({ code }) => code);
}
