import type { Db } from "../../../platform/db/database.js";
import { lock } from "../../../platform/db/lock.js";
import { keyOf, type Row, withoutNulls } from "../../../platform/db/models.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { Coupon, type CouponSearchResults } from "./coupons.types.js";
import { couponTypes, hasGeneratedCodes } from "../sales-rule.js";
import type { RuleRow } from "../sales-rules.rows.js";

const fields = modelFields("coupon", Coupon);

export type CouponRow = Row<"coupon">;
/** The writable columns of a coupon. Its key is derived from the code. */
export type CouponData = Omit<CouponRow, "coupon_id" | "code_key">;

/** Returns a coupon, or null. */
export const readCoupon = (db: Db, coupon_id: number): Promise<CouponRow | null> =>
  db.models.coupon.findUnique({ where: { coupon_id } });

/** Returns the id of the coupon with a code, case-insensitive, or undefined. */
export const readCouponId = async (db: Db, code: string): Promise<number | undefined> =>
  (await db.models.coupon.findUnique({ where: { code_key: keyOf(code) }, select: { coupon_id: true } }))?.coupon_id;

/** Returns the coupons that match the criteria. */
export async function searchCoupons(db: Db, searchCriteria: SearchCriteria): Promise<CouponSearchResults> {
  const page = await searchModel(db, searchCriteria, { fields, read: (query) => db.models.coupon.findMany(query) });
  return { ...page, items: page.items.map(toCoupon) };
}

/** Inserts a coupon and returns it, or undefined if the code is taken. */
export async function insertCoupon(db: Db, data: CouponData): Promise<CouponRow | undefined> {
  const [row] = await db.models.coupon.createManyAndReturn({
    data: { ...data, code_key: keyOf(data.code) },
    skipDuplicates: true,
  });
  return row;
}

/** Updates a coupon and returns it, or undefined if another coupon has the code. */
export async function updateCoupon(db: Db, coupon_id: number, data: CouponData): Promise<CouponRow | undefined> {
  const code_key = keyOf(data.code);
  const holder = await db.models.coupon.findUnique({ where: { code_key }, select: { coupon_id: true } });
  if (holder && holder.coupon_id !== coupon_id) return undefined;
  return db.models.coupon.update({ where: { coupon_id }, data: { ...data, code_key } });
}

/** Returns the id of the primary coupon of a rule, or undefined. */
export async function readPrimaryCouponId(db: Db, rule_id: number): Promise<number | undefined> {
  const where = { rule_id_is_primary: { rule_id, is_primary: true } };
  return (await db.models.coupon.findUnique({ where, select: { coupon_id: true } }))?.coupon_id;
}

/** Deletes a coupon and returns whether it existed. */
export const deleteCouponRow = async (db: Db, coupon_id: number): Promise<boolean> =>
  (await db.models.coupon.deleteMany({ where: { coupon_id } })).count > 0;

/** Returns the ids that exist, and locks their coupons. */
export async function lockExistingIds(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const coupons = await lock(db, "coupon", { coupon_id: ids, for: "update" });
  return new Set(coupons.map(({ coupon_id }) => coupon_id));
}

/** Returns the ids of the coupons with the codes, in lower case, by code. Locks the coupons. */
export async function lockIdsOfCodes(db: Db, codeKeys: readonly string[]): Promise<Map<string, number>> {
  const coupons = await lock(db, "coupon", { code_key: codeKeys, for: "update" });
  return new Map(coupons.map(({ coupon_id, code_key }) => [code_key, coupon_id]));
}

/** Deletes coupons by their ids. */
export const deleteCouponRows = (db: Db, ids: readonly number[]): Promise<unknown> =>
  db.models.coupon.deleteMany({ where: { coupon_id: { in: [...ids] } } });

/**
 * Adapts the coupons to a changed rule. Deletes the primary coupon of a rule that no longer uses a specific coupon, and copies
 * changed usage limits to the coupons.
 */
export async function updateCouponsOfRule(db: Db, rule: RuleRow, before: RuleRow): Promise<void> {
  const { rule_id } = rule;
  const isSpecific = rule.coupon_type === couponTypes.specific && !hasGeneratedCodes(rule);
  const limits = { usage_limit: rule.uses_per_coupon, usage_per_customer: rule.uses_per_customer };
  if (!isSpecific) await db.models.coupon.deleteMany({ where: { rule_id, is_primary: true } });
  if (rule.uses_per_coupon === before.uses_per_coupon && rule.uses_per_customer === before.uses_per_customer) return;
  await db.models.coupon.updateMany({ where: { rule_id, ...(isSpecific && { is_primary: true }) }, data: limits });
}

/** Converts a stored coupon to its shape, which always shows whether it is the primary one. */
export const toCoupon = ({ code_key: _key, ...row }: CouponRow): Coupon => ({
  ...withoutNulls(row),
  is_primary: row.is_primary,
});

/** Inserts generated codes with the limits of their rule, and returns those that were not taken. */
// SQL: a set-based write of up to 250,000 coupons.
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
