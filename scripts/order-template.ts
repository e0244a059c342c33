import { createCart } from "../bench/carts.js";
import { adminToken, request, send } from "../bench/timing.js";

/** Password of the administrator of the drills. */
export const password = "correct-horse-battery-1";
export const couponCode = "DRILL";

/** Creates the template cart with three lines and the coupon. Returns its mask. */
export async function createTemplate(url: string, skus: readonly string[]): Promise<string> {
  await addCoupon(url);
  const guest = { url, headers: {} };
  const template = await createCart(guest, skus.slice(0, 3));
  await request(guest, "PUT", `/rest/V1/guest-carts/${template}/coupons/${couponCode}`);
  return template;
}

/** Creates a coupon without limits for all guests. */
async function addCoupon(url: string): Promise<void> {
  const admin = { url, headers: { authorization: `Bearer ${await adminToken(url, password)}` } };
  const rule = {
    name: "Drill",
    is_active: true,
    website_ids: [1],
    customer_group_ids: [0],
    coupon_type: "SPECIFIC_COUPON",
    simple_action: "by_percent",
    discount_amount: 10,
  };
  const { rule_id } = JSON.parse(await send(admin, "/rest/V1/salesRules", JSON.stringify({ rule }))) as {
    readonly rule_id: number;
  };
  const coupon = { rule_id, code: couponCode, is_primary: true };
  await send(admin, "/rest/V1/coupons", JSON.stringify({ coupon }));
}
