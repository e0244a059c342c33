import { inputError, notFound } from "../../api/call/errors.js";
import type { Db } from "../../platform/db/database.js";
import { countUses, type Uses } from "./uses.sql.js";

/** The coupon, rules and customer of an order, with the coupon code. */
export interface OrderUses extends Uses {
  /** The code that was entered. */
  readonly couponCode?: string | undefined;
}

/** 404 for a coupon that does not exist or does not apply. */
export const couponNotValid = () => notFound("The coupon code isn't valid. Verify the code and try again.");

/**
 * Counts the uses of an order, in its transaction. Throws 404 if the coupon was deleted, and 400 if another order took its
 * last use, or the customer's last use. Both have Magento's messages.
 */
export async function useRules(db: Db, { couponCode = "", ...uses }: OrderUses): Promise<void> {
  if (uses.couponId === undefined && uses.ruleIds.length === 0) return;
  const { has_coupon, is_used_up } = await countUses(db, uses);
  if (!has_coupon) throw couponNotValid();
  if (is_used_up) throw inputError("%1 %2", [couponCode, "coupon exceeds usage limit."]);
}
