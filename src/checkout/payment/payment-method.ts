import type { Amount } from "../../money/amount.js";

/** A payment method. Its settings are below `payment/<code>`, and the rules that all methods share are in `available.ts`. */
export interface PaymentMethod {
  readonly code: string;
  /** Whether it is for orders with nothing to pay; all others need an amount. */
  readonly isForFree?: boolean;
  /** Whether it keeps the number of the shopper's purchase order. */
  readonly keepsPoNumber?: boolean;
  /** Moves the money. A method without one is paid outside, and the merchant records the payment. */
  readonly gateway?: PaymentGateway;
}

/** A provider of payments. A call that throws moved nothing; the error's text is for the log. */
export interface PaymentGateway {
  /** Reserves an amount for an order. */
  authorize(payment: GatewayPayment): Promise<GatewayAnswer>;
  /** Takes an amount, reserved or not, up to what was reserved. */
  capture(payment: GatewayPayment): Promise<GatewayAnswer>;
  /** Gives up what is reserved and not yet taken. */
  void(payment: GatewayPayment): Promise<GatewayAnswer>;
  /** Pays an amount back that was taken. */
  refund(payment: GatewayPayment): Promise<GatewayAnswer>;
}

/** What a gateway is asked for. */
export interface GatewayPayment {
  /** The same for every try of one step, so that the provider runs it once: its idempotency key. */
  readonly key: string;
  /** Number of the order. */
  readonly reference: string;
  readonly amount: Amount;
  readonly currency: string;
  /** `additional_data` of the cart's payment, such as a token of the provider. */
  readonly data: readonly string[];
  /** Id of the transaction that this one follows; absent for the first one. */
  readonly parent?: string;
}

/** What a gateway did. */
export type GatewayAnswer =
  | { readonly status: "done"; readonly transactionId: string }
  /** `message` is shown to the shopper. */
  | { readonly status: "declined"; readonly message: string };
