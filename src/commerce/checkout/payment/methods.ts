import { knownPaths } from "../../store/published.js";
import type { PaymentMethod } from "./payment-method.js";

type RecordedSettings = NonNullable<PaymentMethod["recordedSettings"]>;

const recipient: RecordedSettings = (setting) =>
  Object.fromEntries(
    ["payable_to", "mailing_address"].map((name) => [name, setting(name)] as const).filter(([, value]) => value !== ""),
  );

const instructions: RecordedSettings = (setting) => ({ instructions: setting("instructions") || null });

/** The payment methods of the shop, in the order in which shoppers see them by default. Add new methods here. */
export const paymentMethods: readonly PaymentMethod[] = [
  { code: "checkmo", recordedSettings: recipient },
  { code: "purchaseorder", keepsPoNumber: true },
  { code: "banktransfer", recordedSettings: instructions },
  { code: "cashondelivery", recordedSettings: instructions },
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
