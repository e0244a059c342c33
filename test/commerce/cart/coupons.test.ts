import { beforeAll, describe, expect, it } from "vitest";
import { newPerson, notFound, refused } from "../customer/support.js";
import { useApp } from "../../support/app.js";
import { cartIdOf, createProducts, newGuestCart, storeLines } from "./support.js";

const { app, admin } = useApp();

beforeAll(async () => {
  await createProducts(app, ["pen"]);
  await createCoupon("Summer", { discount_amount: 10 });
  await createCoupon("Winter", { discount_amount: 20 });
  await createCoupon("Late", { discount_amount: 20, from_date: "2199-01-01" });
});

async function createCoupon(code: string, rule: object): Promise<void> {
  const { body } = await admin.post("/V1/salesRules", {
    rule: {
      name: code,
      website_ids: [1],
      customer_group_ids: [0, 1],
      coupon_type: "SPECIFIC_COUPON",
      simple_action: "by_percent",
      is_active: true,
      ...rule,
    },
  });
  const { status } = await admin.post("/V1/coupons", { coupon: { rule_id: body.rule_id, code, is_primary: true } });
  expect(status).toBe(200);
}

const notValid = { message: "The coupon code isn't valid. Verify the code and try again." };
const noActiveCart = { message: "Current customer does not have an active cart." };
const statusAndBody = ({ status, body }: { status: number; body: unknown }) => [status, body];

async function filledCart(): Promise<string> {
  const mask = await newGuestCart(app);
  await storeLines(app, await cartIdOf(app, mask), [{ sku: "pen", qty: 2 }]);
  return mask;
}
const coupons = (mask: string) => `/V1/guest-carts/${mask}/coupons`;

describe("the coupon of a cart", () => {
  it("is applied regardless of case and surrounding spaces, and changes the totals", async () => {
    const mask = await filledCart();
    expect(statusAndBody(await app.asGuest().put(`${coupons(mask)}/%20sUMMER%20`))).toEqual([200, true]);
    expect((await app.asGuest().get(coupons(mask))).body.toLowerCase()).toBe("summer");
    expect((await app.asGuest().get(`/V1/guest-carts/${mask}/totals`)).body).toMatchObject({
      subtotal: 21,
      discount_amount: -2.1,
      grand_total: 18.9,
    });
  });

  it("is replaced by another one, but not by a code that does not apply", async () => {
    const mask = await filledCart();
    await app.asGuest().put(`${coupons(mask)}/Summer`);
    expect((await app.asGuest().put(`${coupons(mask)}/Winter`)).body).toBe(true);
    for (const code of ["unknown", "Late", "x".repeat(300)]) {
      expect(statusAndBody(await app.asGuest().put(`${coupons(mask)}/${code}`))).toEqual([404, notValid]);
      expect((await app.asGuest().get(coupons(mask))).body).toBe("Winter");
    }
    expect((await app.asGuest().get(`/V1/guest-carts/${mask}/totals`)).body.discount_amount).toBe(-4.2);
  });

  it("is removed, and the response is empty without one", async () => {
    const mask = await filledCart();
    await app.asGuest().put(`${coupons(mask)}/Summer`);
    expect(statusAndBody(await app.asGuest().delete(coupons(mask)))).toEqual([200, true]);
    expect(statusAndBody(await app.asGuest().get(coupons(mask)))).toEqual([200, []]);
    expect(statusAndBody(await app.asGuest().delete(coupons(mask)))).toEqual([200, true]);
    expect((await app.asGuest().get(`/V1/guest-carts/${mask}/totals`)).body.grand_total).toBe(21);
  });

  it("needs lines in the cart, and the error contains the id that the caller used", async () => {
    const mask = await newGuestCart(app);
    const empty = (id: string) => [404, { message: `The "%1" Cart doesn't contain products.`, parameters: [id] }];
    expect(statusAndBody(await app.asGuest().put(`${coupons(mask)}/Summer`))).toEqual(empty(mask));
    expect(statusAndBody(await app.asGuest().delete(coupons(mask)))).toEqual(empty(mask));
    const id = String(await cartIdOf(app, mask));
    expect(statusAndBody(await admin.put(`/V1/carts/${id}/coupons/Summer`))).toEqual(empty(id));
  });

  it("can be changed only in a cart that the caller may change", async () => {
    const { self, id } = await newPerson(app);
    const mine = "/V1/carts/mine/coupons";
    for (const reply of [await self.get(mine), await self.put(`${mine}/Summer`), await self.delete(mine)]) {
      expect(statusAndBody(reply)).toEqual([404, noActiveCart]);
    }
    const other = `/V1/carts/999999/coupons`;
    for (const reply of [await admin.get(other), await admin.put(`${other}/Summer`), await admin.delete(other)]) {
      expect(statusAndBody(reply)).toEqual([404, notFound("cartId", 999999)]);
    }
    const unknown = coupons("x".repeat(32));
    for (const reply of [await self.get(unknown), await self.put(`${unknown}/Summer`), await self.delete(unknown)]) {
      expect(reply.status).toBe(404);
    }
    expect((await app.asGuest().get(mine)).body).toEqual(refused("self"));
    const { body: cart } = await self.post("/V1/carts/mine");
    await storeLines(app, cart as number, [{ sku: "pen", qty: 1 }]);
    expect((await self.put(`${mine}/Summer`)).body).toBe(true);
    expect((await admin.get(`/V1/carts/${cart}/coupons`)).body).toBe("Summer");
    expect((await self.delete(mine)).body).toBe(true);
    expect((await admin.put(`/V1/carts/${cart}/coupons/Summer`)).body).toBe(true);
    expect((await self.get(mine)).body).toBe("Summer");
    expect((await admin.delete(`/V1/carts/${cart}/coupons`)).body).toBe(true);
    const mask = await filledCart();
    await app.db.models.cart.updateMany({ where: { mask }, data: { customer_id: id } });
    expect(statusAndBody(await app.asGuest().put(`${coupons(mask)}/Summer`))).toEqual([
      400,
      { message: "The coupon code couldn't be applied: Invalid state change requested" },
    ]);
    expect(statusAndBody(await app.asGuest().delete(coupons(mask)))).toEqual([
      400,
      { message: "The coupon code couldn't be deleted. Verify the coupon code and try again." },
    ]);
  });
});
