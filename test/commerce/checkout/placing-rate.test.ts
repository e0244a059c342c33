import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import {
  address,
  answered,
  customerWith,
  guestWith,
  set,
  shipByFlatRate,
  type Shopper,
  createProductsInStock,
} from "./support.js";

const tooMany = { message: "Too Many Requests" };
const check = { method: "checkmo" };
const email = "ada@example.com";

const { app } = useApp({ PORTICO_TRUST_PROXY: "on", PORTICO_COUPON_GUESSES: "3" });

const off = { "sales/backpressure/enabled": "0", "sales/backpressure/limit": "10" };

/** Limits customers and guests to two orders in a period, which no test waits for. */
const limited = {
  "sales/backpressure/enabled": "1",
  "sales/backpressure/limit": "2",
  "sales/backpressure/guest_limit": "2",
};

beforeAll(async () => {
  await createProductsInStock(app, { pin: {} });
});
afterEach(() => set(app, off));

async function ready(shopper: Shopper): Promise<Shopper> {
  const to = { ...address, email };
  await shipByFlatRate(shopper, { shipping_address: to, billing_address: to });
  return shopper;
}

/** Sends a call from an address. */
const from = (ip: string) => ({ headers: { "X-Forwarded-For": ip } });

const place = ({ client, cart }: Shopper, ip: string) =>
  client.put(`${cart}/order`, { paymentMethod: check }, from(ip));
const pay = ({ client, cart }: Shopper, ip: string) =>
  client.post(`${cart}/payment-information`, { email, billingAddress: address, paymentMethod: check }, from(ip));

describe("the rate limit of orders", () => {
  it("returns 429 to guests of an address that exceed it on any route, and to nobody else", async () => {
    await set(app, { ...limited, "sales/backpressure/period": "3600" });
    const guest = await ready(await guestWith(app, ["pin", 1]));
    for (const send of [place, pay])
      expect((await send(await ready(await guestWith(app, ["pin", 1])), "192.0.2.1")).status).toBe(200);
    const refused = await place(guest, "192.0.2.1");
    expect(answered(refused)).toEqual([429, tooMany]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(answered(await pay(guest, "192.0.2.1"))).toEqual([429, tooMany]);
    expect(answered(await place(guest, "192.0.2.2"))).toEqual([200, expect.any(Number)]);
  });

  it("counts failed attempts, and all calls of a customer regardless of address", async () => {
    await set(app, { ...limited, "sales/backpressure/period": "3500" });
    const customer = await customerWith(app, "hasty@example.com", ["pin", 1]);
    for (const ip of ["192.0.2.3", "192.0.2.4"]) expect((await place(customer, ip)).status).toBe(400);
    expect(answered(await place(customer, "192.0.2.5"))).toEqual([429, tooMany]);
    const { id } = await app.db.models.cart.findFirstOrThrow({ where: { customer_id: customer.id } });
    const admin = { client: await app.asAdmin(["Magento_Cart::manage"]), cart: `/V1/carts/${id}` };
    for (let call = 0; call < 3; call += 1) expect((await place(admin, "192.0.2.5")).status).toBe(400);
  });

  it("does not apply if it is disabled or 0", async () => {
    const guest = await guestWith(app, ["pin", 1]);
    const statuses = async () => Promise.all([1, 2, 3, 4].map(async () => (await place(guest, "192.0.2.6")).status));
    await set(app, { ...limited, "sales/backpressure/enabled": "0" });
    expect(await statuses()).toEqual([400, 400, 400, 400]);
    await set(app, { ...limited, "sales/backpressure/guest_limit": "0" });
    expect(await statuses()).toEqual([400, 400, 400, 400]);
  });
});

describe("guessing coupon codes", () => {
  it("is blocked for a cart after the configured number of rejected codes, but not for administrators", async () => {
    const codes = { ip: "192.0.2.7", other: "192.0.2.8" };
    const guest = await guestWith(app, ["pin", 1]);
    const guess = ({ client, cart }: Shopper, ip: string) => client.put(`${cart}/coupons/guess`, undefined, from(ip));
    for (let call = 0; call < 3; call += 1) expect((await guess(guest, codes.ip)).status).toBe(404);
    const refused = await guess(guest, codes.ip);
    expect(answered(refused)).toEqual([429, tooMany]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    // Calls count for the cart from every address. Other carts of the address are other shoppers behind one storefront.
    expect((await guess(guest, codes.other)).status).toBe(429);
    const another = await guestWith(app, ["pin", 1]);
    expect((await guess(another, codes.ip)).status).toBe(404);
    const { id } = await app.db.models.cart.findFirstOrThrow({ where: { mask: guest.cart.split("/").at(-1) ?? "" } });
    const admin = { client: await app.asAdmin(["Magento_Cart::manage"]), cart: `/V1/carts/${id}` };
    for (let call = 0; call < 4; call += 1) expect((await guess(admin, codes.ip)).status).toBe(404);
  });

  it("does not count codes that apply", async () => {
    const manager = await app.asAdmin();
    const rule = {
      ...{ name: "Known", is_active: true, website_ids: [1], customer_group_ids: [0, 1] },
      ...{ coupon_type: "SPECIFIC_COUPON", simple_action: "by_percent", discount_amount: 10 },
    };
    const { body: saved } = await manager.post("/V1/salesRules", { rule });
    await manager.post("/V1/coupons", {
      coupon: { rule_id: saved.rule_id as number, code: "KNOWN", is_primary: true },
    });
    const guest = await guestWith(app, ["pin", 1]);
    for (let call = 0; call < 5; call += 1) {
      const { status } = await guest.client.put(`${guest.cart}/coupons/known`, undefined, from("192.0.2.9"));
      expect(status).toBe(200);
    }
  });
});
