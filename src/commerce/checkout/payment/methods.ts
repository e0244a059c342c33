import { knownPaths } from "../../store/published.js";
import type { PaymentMethod } from "./payment-method.js";

/** The payment methods of the shop. Add new methods here. */
export const paymentMethods: readonly PaymentMethod[] = [
  { code: "checkmo" },
  { code: "banktransfer" },
  { code: "cashondelivery" },
  { code: "purchaseorder", keepsPoNumber: true },
  { code: "free", isForFree: true },
];

/** Returns the payment method with a code, or undefined if it is unknown, for example in an imported order. */
export const findPaymentMethod = (code: string | null | undefined): PaymentMethod | undefined =>
  paymentMethods.find((method) => method.code === code);

/** Paths of the settings that determine which methods are available. */
export const paymentPaths: readonly string[] = [
  "general/country/default",
  ...paymentMethods.flatMap(({ code }) => knownPaths(`payment/${code}`)),
];
