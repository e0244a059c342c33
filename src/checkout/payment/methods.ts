import { knownPaths } from "../../store/published.js";
import type { PaymentMethod } from "./payment-method.js";

/** The payment methods of the shop. A new one is added here. */
export const paymentMethods: readonly PaymentMethod[] = [
  { code: "checkmo" },
  { code: "banktransfer" },
  { code: "cashondelivery" },
  { code: "purchaseorder", keepsPoNumber: true },
  { code: "free", isForFree: true },
];

/** Returns the payment method with a code; undefined for one that the shop does not know, such as that of an imported order. */
export const findPaymentMethod = (code: string | null | undefined): PaymentMethod | undefined =>
  paymentMethods.find((method) => method.code === code);

/** Paths of the settings that decide which methods are available. */
export const paymentPaths: readonly string[] = [
  "general/country/default",
  ...paymentMethods.flatMap(({ code }) => knownPaths(`payment/${code}`)),
];
