// Types of `portico/extension`. They use no types of Portico's own modules, so that those can change.
import type { ExtensionDatabase } from "./context.types.js";

/** A setting of the shop. */
export interface SettingDeclaration {
  readonly defaultValue?: string;
  /** Values that it can have; any text by default. */
  readonly values?: readonly string[];
}

/**
 * A field in `extension_attributes`: read and written by REST and GraphQL, also in bulk, and found by search criteria. Its
 * values are kept if the extension is removed.
 */
export interface FieldDeclaration {
  /** `<name>_` and a name, in lower-case letters, digits and underscores; `_` stands for `-`. */
  readonly name: string;
  /** A decimal is text in code and a number in JSON. The type of a field with values cannot change. */
  readonly type: "text" | "integer" | "decimal" | "boolean";
  /** Says what the field means, with its unit, in the API reference. */
  readonly description: string;
}

/** A carrier. The settings that all carriers have are under `carriers/<code>`; it is off until `active` is `1`. */
export interface CarrierExtension {
  readonly code: string;
  readonly title: string;
  /** Further settings, by their names under `carriers/<code>`. */
  readonly settings?: Readonly<Record<string, SettingDeclaration>>;
  /** Milliseconds until it counts as failed; 3000 by default. Shoppers then see that it cannot deliver. */
  readonly timeout?: number;
  /** Returns the function that computes rates without reading data. Here it can ask a service or read tables. */
  prepare(question: CarrierQuestion): Promise<ComputeRates> | ComputeRates;
}

/** What a carrier knows before totals are computed. */
export interface CarrierQuestion {
  readonly db: ExtensionDatabase;
  readonly websiteId: number;
  readonly destination: Destination;
  readonly lines: readonly { readonly sku: string; readonly qty: string }[];
  /** Returns a setting under `carriers/<code>`. */
  readonly setting: (name: string) => string;
  /** Aborted at the time limit. */
  readonly signal: AbortSignal;
}

/** The known parts of an address. */
export interface Destination {
  readonly countryId?: string;
  readonly regionId?: number;
  readonly region?: string;
  readonly postcode?: string;
}

/** Returns the methods of a carrier for a shipment; none if it cannot deliver. */
export type ComputeRates = (shipment: Shipment) => readonly ShippingRate[];

/** A shipment. Amounts are decimals as text, in base currency. */
export interface Shipment {
  readonly destination: Destination;
  /** Row totals without tax, before and after discounts. */
  readonly packageValue: string;
  readonly packageValueWithDiscount: string;
  readonly weight: string;
  readonly qty: string;
  /** Whether a rule makes the whole shipment free. */
  readonly isFree: boolean;
}

/** A shipping method with its price, a decimal as text in base currency. */
export interface ShippingRate {
  readonly code: string;
  readonly title: string;
  readonly price: string;
}

/** A payment method. The settings that all methods have are under `payment/<code>`; it is off until `active` is `1`. */
export interface PaymentExtension {
  readonly code: string;
  readonly title: string;
  /** Further settings, by their names under `payment/<code>`. */
  readonly settings?: Readonly<Record<string, SettingDeclaration>>;
  /** Milliseconds until a step counts as failed; 20000 by default. */
  readonly timeout?: number;
  /** Moves the money. Without a gateway, payment takes place elsewhere. */
  readonly gateway?: Gateway;
}

/**
 * A payment gateway. A step that throws or takes too long counts as failed: the order is not placed. Its code must then make sure
 * that no money has moved, for example by releasing what the gateway reserved for the `key` when `signal` is aborted.
 */
export interface Gateway {
  /** Reserves an amount for an order. */
  authorize(payment: GatewayStep): Promise<GatewayResult>;
  /** Captures an amount. */
  capture(payment: GatewayStep): Promise<GatewayResult>;
  /** Releases a reserved amount. */
  void(payment: GatewayStep): Promise<GatewayResult>;
  /** Refunds a captured amount. */
  refund(payment: GatewayStep): Promise<GatewayResult>;
}

/** A step of a payment. */
export interface GatewayStep {
  /** Idempotency key. */
  readonly key: string;
  /** Number of the order; `cart-<id>` while it is being placed. */
  readonly reference: string;
  /** A decimal as text. */
  readonly amount: string;
  readonly currency: string;
  /** `additional_data` of the cart's payment: texts by their keys, or a list of texts. */
  readonly data: Readonly<Record<string, string>> | readonly string[];
  /** Id of the transaction that this one follows. */
  readonly parent?: string;
  /** Aborted at the time limit. */
  readonly signal: AbortSignal;
}

/** The result of a step. `message` is shown to the shopper. */
export type GatewayResult =
  | { readonly status: "done"; readonly transactionId: string }
  | { readonly status: "declined"; readonly message: string };
