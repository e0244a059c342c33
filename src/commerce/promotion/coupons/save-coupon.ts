import type { Context } from "../../../api/call/context.js";
import { alreadyExists, inputError, invalid, missing, notFound } from "../../../api/call/errors.js";
import { utcSecond } from "../../../api/contract/dates.js";
import type { Db } from "../../../platform/db/database.js";
import { lock } from "../../../platform/db/lock.js";
import { keyOf, type Row } from "../../../platform/db/models.js";
import {
  type CouponData,
  type CouponRow,
  deleteCouponRow,
  deleteCouponRows,
  lockExistingIds,
  lockIdsOfCodes,
  insertCoupon,
  readPrimaryCouponId,
  readCoupon,
  toCoupon,
  updateCoupon,
} from "./coupons.rows.js";
import type { Coupon, CouponMassDeleteResult } from "./coupons.types.js";
import { couponTypes } from "../sales-rule.js";

const maxCodeLength = 255;

/** Returns the coupon. Throws 404 for an unknown one. */
export async function requireCoupon(db: Db, id: number): Promise<Coupon> {
  const row = await readCoupon(db, id);
  if (!row) throw notFound("No such entity.");
  return toCoupon(row);
}

/** Deletes the coupon. Throws 404 for an unknown one. */
export async function deleteCoupon(db: Db, id: number): Promise<void> {
  if (!(await deleteCouponRow(db, id))) throw notFound("No such entity.");
}

/**
 * Creates a coupon, or changes the given fields of the coupon with the id, and returns it as stored. Its usage limits are
 * those of its rule. Throws 400 for a rule that does not allow the coupon and for a code that is taken, case-insensitive;
 * 404 for an unknown id.
 */
export async function saveCoupon(
  { db, answersStored }: Pick<Context, "db" | "answersStored">,
  given: Coupon,
): Promise<Coupon> {
  const id = given.coupon_id || undefined;
  const before = id === undefined ? undefined : await lockCoupon(db, id);
  const rule = await lockCouponRule(db, given.rule_id ?? before?.rule_id);
  const type = given.type ?? before?.type ?? 0;
  checkCouponType(rule, type);
  const data: CouponData = {
    rule_id: rule.rule_id,
    code: codeOf(given, before),
    usage_limit: rule.uses_per_coupon,
    usage_per_customer: rule.uses_per_customer,
    times_used: timesUsed(given, before),
    is_primary: (given.is_primary ?? before?.is_primary) || null,
    created_at: timeOf(given, "created_at") ?? before?.created_at ?? "now",
    expiration_date: timeOf(given, "expiration_date") ?? before?.expiration_date ?? null,
    type,
  };
  await checkOnlyPrimary(db, data, id);
  const row = id === undefined ? await insertCoupon(db, data) : await updateCoupon(db, id, data);
  if (!row) throw alreadyExists("%1 already exists.", ["Coupon with the same code"]);
  return id === undefined && !answersStored ? withoutDefaults(toCoupon(row), given) : toCoupon(row);
}

/** Returns a new coupon as Magento answers it: without the defaults of the columns that were not sent. */
function withoutDefaults({ type, ...coupon }: Coupon, given: Coupon): Coupon {
  const sent = given.type == null || type === undefined ? {} : { type };
  return { ...coupon, ...sent, times_used: given.times_used ?? null };
}

async function lockCoupon(db: Db, id: number): Promise<CouponRow> {
  const [row] = await lock(db, "coupon", { coupon_id: [id], for: "no key update" });
  if (!row) throw notFound("No such entity.");
  return row;
}

const notSaved = (reason: string) => inputError("Error occurred when saving coupon: %1", [reason]);

async function lockCouponRule(db: Db, ruleId: number | undefined): Promise<Row<"salesRule">> {
  const [rule] = await lock(db, "salesRule", { rule_id: [ruleId ?? 0], for: "share" });
  if (!rule) throw notSaved(`No such entity with rule_id = ${ruleId ?? ""}`);
  if (rule.coupon_type === couponTypes.none) throw notSaved("Specified rule does not allow coupons");
  return rule;
}

function checkCouponType({ use_auto_generation }: Row<"salesRule">, type: number): void {
  if (type !== 0 && type !== 1) throw invalid("type", type);
  if (use_auto_generation && type === 0) throw notSaved("Specified rule only allows auto generated coupons");
  if (!use_auto_generation && type === 1) throw notSaved("Specified rule does not allow auto generated coupons");
}

function codeOf(given: Coupon, before: CouponRow | undefined): string {
  const code = given.code ?? before?.code ?? "";
  if (code.trim() === "") throw missing(["code"]);
  if ([...code].length > maxCodeLength) throw invalid("code", code);
  return code;
}

function timeOf(coupon: Coupon, field: "created_at" | "expiration_date"): string | undefined {
  const given = coupon[field];
  if (given == null || given === "") return undefined;
  const time = utcSecond(given);
  if (time === undefined) throw invalid(field, given);
  return time;
}

function timesUsed({ times_used: given }: Coupon, before: CouponRow | undefined): number {
  if (given != null && given < 0) throw invalid("times_used", given);
  return given ?? before?.times_used ?? 0;
}

async function checkOnlyPrimary(db: Db, { rule_id, is_primary }: CouponData, id: number | undefined): Promise<void> {
  if (!is_primary) return;
  const primary = await readPrimaryCouponId(db, rule_id);
  if (primary !== undefined && primary !== id) throw inputError("Unique constraint violation found");
}

/** Deletes coupons by their ids. Unless unknown ids are ignored, throws 400 for them and deletes nothing. */
export async function deleteCouponsByIds(
  db: Db,
  ids: readonly number[],
  ignoresUnknown: boolean,
): Promise<CouponMassDeleteResult> {
  const found = await lockExistingIds(db, ids);
  const unknown = ids.filter((id) => !found.has(id)).map(String);
  checkNoneMissing(unknown, ignoresUnknown);
  await deleteCouponRows(db, [...found]);
  return { failed_items: [], missing_items: [...new Set(unknown)] };
}

/** Deletes coupons by their codes, case-insensitive. Throws as `deleteCouponsByIds` does. */
export async function deleteCouponsByCodes(
  db: Db,
  codes: readonly string[],
  ignoresUnknown: boolean,
): Promise<CouponMassDeleteResult> {
  const found = await lockIdsOfCodes(db, codes.map(keyOf));
  const unknown = codes.filter((code) => !found.has(keyOf(code)));
  checkNoneMissing(unknown, ignoresUnknown);
  await deleteCouponRows(db, [...found.values()]);
  return { failed_items: [], missing_items: [...new Set(unknown)] };
}

function checkNoneMissing(unknown: readonly string[], ignoresUnknown: boolean): void {
  if (unknown.length > 0 && !ignoresUnknown) throw inputError("Some coupons are invalid.");
}
