import { knownPaths } from "../../store/published.js";
import type { PaymentMethod } from "./payment-method.js";

type RecordedSettings = NonNullable<PaymentMethod["recordedSettings"]>;

const recipient: RecordedSettings = (setting) =>
  Object.fromEntries(
    ["payable_to", "mailing_address"].map((name) => [name, setting(name)] as const).filter(([, value]) => value !== ""),
  );

const instructions: RecordedSettings = (setting) => ({ instructions: setting("instructions") || null });

/** The payment methods of the shop, in the order in which shoppers see them by default. Add new methods here. */
const methods: PaymentMethod[] = [
  { code: "checkmo", recordedSettings: recipient },
  { code: "purchaseorder", keepsPoNumber: true },
  { code: "banktransfer", recordedSettings: instructions },
  { code: "cashondelivery", recordedSettings: instructions },
  { code: "free", isForFree: true },
];
export const paymentMethods: readonly PaymentMethod[] = methods;

/** Returns the payment method with a code, or undefined if it is unknown, for example in an imported order. */
export const findPaymentMethod = (code: string | null | undefined): PaymentMethod | undefined =>
  paymentMethods.find((method) => method.code === code);

/** Paths of the settings that determine which methods are available. */
const paths = ["general/country/default", ...methods.flatMap(pathsOf)];
export const paymentPaths: readonly string[] = paths;

/** Adds the payment method of an extension, whose settings are known already. Throws if its code is taken. */
export function addPaymentMethod(method: PaymentMethod): void {
  if (findPaymentMethod(method.code)) throw new Error(`the payment method ${method.code} exists already`);
  methods.push(method);
  paths.push(...pathsOf(method));
}

function pathsOf({ code }: PaymentMethod): string[] {
  return knownPaths(`payment/${code}`);
}
