import type { TestApp } from "../../support/app.js";
import { address, customerWith, type Shopper } from "../checkout/support.js";

/** Starts with money of all kinds: a customer with a cart of the SKUs and a shipping address. */
export async function readyCustomer(app: TestApp, email: string, ...skus: readonly (readonly [string, number])[]) {
  const shopper = await customerWith(app, email, ...skus);
  await ship(shopper, email);
  return shopper;
}

/** Chooses how a cart is shipped. */
export async function ship({ client, cart }: Shopper, email: string): Promise<void> {
  const addressInformation = {
    shipping_address: { ...address, email },
    billing_address: { ...address, email },
    shipping_carrier_code: "flatrate",
    shipping_method_code: "flatrate",
  };
  const { status, text } = await client.post(`${cart}/shipping-information`, { addressInformation });
  if (status !== 200) throw new Error(`not shipped: ${text}`);
}

/** Creates a gift card. */
export async function newCard(app: TestApp, balance: number, more: object = {}): Promise<{ id: number; code: string }> {
  const admin = await app.asAdmin();
  const { status, body, text } = await admin.post("/V1/giftcardaccounts", { giftCardAccount: { balance, ...more } });
  if (status !== 200) throw new Error(`no gift card: ${text}`);
  return body as { id: number; code: string };
}

/** Returns the balance of an account. */
export const balanceOf = async (app: TestApp, id: number): Promise<number> =>
  Number((await app.db.models.balanceAccount.findUniqueOrThrow({ where: { id } })).balance);

/** Returns the amounts of the segments by their codes. */
export const segmentsOf = (totals: { total_segments: { code: string; value: number }[] }): Record<string, number> =>
  Object.fromEntries(totals.total_segments.map(({ code, value }) => [code, value]));
