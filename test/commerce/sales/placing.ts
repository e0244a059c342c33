import { paymentMethods } from "../../../src/commerce/checkout/payment/methods.js";
import type { PaymentGateway } from "../../../src/commerce/checkout/payment/payment-method.js";
import { address, guestWith } from "../checkout/support.js";
import type { TestApp } from "../../support/app.js";

const email = "ada@example.com";

/** How a guest orders. */
interface Ordering {
  /** Code of the payment method; check by default. */
  readonly method?: string;
  /** Whether nothing is shipped. */
  readonly isVirtual?: boolean;
}

/** Places the order of a guest with SKUs and quantities through a cart, and returns its id. */
export async function placeOrder(
  app: TestApp,
  skus: readonly (readonly [sku: string, qty: number])[],
  { method = "checkmo", isVirtual = false }: Ordering = {},
): Promise<number> {
  const { client, cart } = await guestWith(app, ...skus);
  const addressInformation = {
    shipping_address: { ...address, email },
    billing_address: { ...address, email },
    shipping_carrier_code: "flatrate",
    shipping_method_code: "flatrate",
  };
  if (!isVirtual) await client.post(`${cart}/shipping-information`, { addressInformation });
  const payment = { email, billingAddress: address, paymentMethod: { method } };
  const { status, body, text } = await client.post(`${cart}/payment-information`, payment);
  if (status !== 200) throw new Error(`no order was placed: ${text}`);
  return Number(body);
}

/** Gives a payment method a gateway. Returns what takes it away again. */
export function setGateway(code: string, gateway: PaymentGateway): () => void {
  const method = paymentMethods.find((one) => one.code === code) as { gateway?: PaymentGateway } | undefined;
  if (!method) throw new Error(`no payment method ${code}`);
  method.gateway = gateway;
  return () => {
    delete method.gateway;
  };
}
