import type { TextsByKey } from "../../../api/contract/scalars.js";
import type { Amount } from "../../../platform/money/amount.js";

/** A payment method. Its settings are under `payment/<code>`; the rules that all methods share are in `available.ts`. */
export interface PaymentMethod {
  readonly code: string;
  /** Whether the method is for orders with nothing to pay. All other methods require an amount. */
  readonly isForFree?: boolean;
  /** Whether the method stores the number of the shopper's purchase order. */
  readonly keepsPoNumber?: boolean;
  /** Returns the settings that orders record, such as instructions for the shopper, by their names. */
  readonly recordedSettings?: (setting: (name: string) => string) => Readonly<Record<string, string | null>>;
  /** Moves the money. Without a gateway, payment takes place elsewhere and the merchant records it. */
  readonly gateway?: PaymentGateway;
  /** Paths of the settings that the gateway can read. They are read before each step. */
  readonly settingPaths?: readonly string[];
}

/** A payment gateway. A call that throws has moved no money; its error message is logged. */
export interface PaymentGateway {
  /** Reserves an amount for an order. */
  authorize(payment: GatewayPayment): Promise<GatewayAnswer>;
  /** Captures an amount, up to the reserved amount if one was reserved. */
  capture(payment: GatewayPayment): Promise<GatewayAnswer>;
  /** Releases the reserved amount that is not captured yet. */
  void(payment: GatewayPayment): Promise<GatewayAnswer>;
  /** Refunds a captured amount. */
  refund(payment: GatewayPayment): Promise<GatewayAnswer>;
}

/** A request to a gateway. */
export interface GatewayPayment {
  /**
   * Idempotency key: the gateway runs a step once per key. A refund or a void that is tried again has the same key. An
   * authorization and a capture have a new one: if the database transaction is rolled back, they are voided or refunded.
   */
  readonly key: string;
  /** Number of the order; `cart-<id>` while the order is being placed and has no number yet. */
  readonly reference: string;
  readonly amount: Amount;
  readonly currency: string;
  /** `additional_data` of the cart's payment, such as a token of the gateway. */
  readonly data: TextsByKey;
  /** Id of the transaction that this one follows; absent for the first one. */
  readonly parent?: string;
  /** Returns a setting in the store view of the order, one of `settingPaths` of the method. */
  readonly setting: (path: string) => string;
}

/** The result of a request to a gateway. */
export type GatewayAnswer =
  | { readonly status: "done"; readonly transactionId: string }
  /** `message` is shown to the shopper. */
  | { readonly status: "declined"; readonly message: string };
