import { inputError } from "../../call/errors.js";
import type { GatewayPayment, PaymentGateway, PaymentMethod } from "./payment-method.js";

/** What a gateway can be asked for. */
export type GatewayStep = keyof PaymentGateway;

/**
 * Asks the gateway of a method for a step of a payment. Returns the id of its transaction; undefined for a method without a
 * gateway, which is paid outside. Throws 400 if the gateway declines, with its message, or cannot be asked.
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
