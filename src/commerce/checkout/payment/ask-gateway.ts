import { inputError } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { readSettings, type SettingScope } from "../../store/published.js";
import type { GatewayPayment, PaymentGateway, PaymentMethod } from "./payment-method.js";

/** A step of a payment that a gateway can run. */
export type GatewayStep = keyof PaymentGateway;

/** Reads the settings of the gateway of a method, for the steps of a payment. Sends nothing if it has none. */
export async function readGatewaySettings(
  db: Db,
  { settingPaths = [] }: PaymentMethod,
  scope: SettingScope,
): Promise<GatewayPayment["setting"]> {
  const settings = settingPaths.length > 0 ? await readSettings(db, settingPaths) : undefined;
  return (path) => {
    if (!settings || !settingPaths.includes(path)) throw new RangeError(`the payment method does not read ${path}`);
    return settings.value(path, scope);
  };
}

/**
 * Runs a step of a payment at the gateway of a method. Returns the id of the transaction, or undefined for a method without
 * a gateway. Throws 400 if the gateway declines, with its message, or if the call fails.
 */
export async function askGateway(
  { gateway }: PaymentMethod,
  step: GatewayStep,
  payment: GatewayPayment,
): Promise<string | undefined> {
  if (!gateway) return undefined;
  const answer = await gateway[step](payment).catch((error: unknown) => {
    throw inputError("The payment failed. Try again or choose another payment method.", undefined, error);
  });
  if (answer.status === "declined") throw inputError(answer.message);
  return answer.transactionId;
}
