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

/** A field of customers. */
export interface CustomerFieldDeclaration extends FieldDeclaration {
  /**
   * Whether customers can set it in their own account. By default only those who manage customers can, and a customer's value is
   * ignored.
   */
  readonly shoppersMaySet?: boolean;
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

/**
 * A charge that carts and orders have, such as a fee or a deposit: a row in the totals of the cart and a part of the grand total,
 * in the first invoice and the first credit memo of the order as a whole. It is neither taxed nor discounted. Orders have it in
 * `extension_attributes` as `<code>` and `base_<code>`.
 */
export interface TotalCollector {
  /** `<name>_` and a name, as for fields. */
  readonly code: string;
  /** Title of its row. */
  readonly title: string;
  /** The total after which it is computed. It knows the amounts up to that one. */
  readonly after: "subtotal" | "discount" | "shipping" | "tax";
  /** Paths of settings of the shop that it reads, besides those of the extension. */
  readonly reads?: readonly string[];
  /**
   * Returns the amount in base currency, zero or more, as a decimal text; `"0"` for no charge. Must depend on nothing but the
   * cart: it runs whenever totals are computed, and its result is stored. If it throws, the call is answered with 503.
   */
  collect(cart: CollectedCart): string;
}

/** A cart while its totals are computed. Amounts are decimals as text, in base currency; those of later totals are zero. */
export interface CollectedCart {
  readonly storeId: number;
  readonly websiteId: number;
  /** Null for a guest. */
  readonly customerId: number | null;
  readonly customerGroupId: number;
  readonly currency: string;
  /** Whether nothing is shipped. */
  readonly isVirtual: boolean;
  readonly lines: readonly { readonly sku: string; readonly qty: string; readonly rowTotal: string }[];
  readonly subtotal: string;
  /** Zero or less. */
  readonly discount: string;
  readonly shipping: string;
  readonly tax: string;
  /** `carrier_method`; null while none is chosen. */
  readonly shippingMethod: string | null;
  readonly paymentMethod: string | null;
  readonly destination: Destination;
  /** Values of the fields of the cart. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Returns a setting in the store view of the cart: one of the extension, or one that `reads` names. */
  readonly setting: (path: string) => string;
}

/** A payment method. The settings that all methods have are under `payment/<code>`; it is off until `active` is `1`. */
export interface PaymentExtension {
  readonly code: string;
  readonly title: string;
  /** Further settings, by their names under `payment/<code>`. */
  readonly settings?: Readonly<Record<string, SettingDeclaration>>;
  /**
   * Paths of other settings of the shop that the gateway reads, besides those of the extension and those under
   * `payment/<code>`.
   */
  readonly reads?: readonly string[];
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
  /**
   * Returns a setting in the store view of the order: one of the extension, one under `payment/<code>`, or one that `reads`
   * names. Throws for another path.
   */
  readonly setting: (path: string) => string;
  /** Aborted at the time limit. */
  readonly signal: AbortSignal;
}

/** The result of a step. `message` is shown to the shopper. */
export type GatewayResult =
  | { readonly status: "done"; readonly transactionId: string }
  | { readonly status: "declined"; readonly message: string };
