// Types of `portico/extension`. They use no types of Portico's own modules, so that those can change.
import type { ExtensionContext } from "./context.types.js";
import type { ExtensionServices } from "./services.types.js";

/**
 * Checks before writes, in the transaction of the call. One that throws or takes too long stops the call, which is answered with
 * 503. Checks of prices also run for queued calls, price files, schedules and undo, and not for imports from other shops.
 */
export interface WriteChecks {
  /** Milliseconds until a check counts as failed; 2000 by default. */
  readonly timeout?: number;
  /**
   * Checks base prices, special prices and costs, also of products that are saved. Returns for each row, in their order, the
   * reason to refuse it, or undefined.
   */
  prices?(rows: readonly CheckedPrice[], ...context: CheckContext): Verdicts;
  /** Does the same for tier prices. */
  tierPrices?(rows: readonly CheckedTierPrice[], ...context: CheckContext): Verdicts;
  /**
   * Checks a product that is saved. Returns the reason to refuse it, or fields to change, as in the body of
   * `POST /V1/products`. The SKU cannot change.
   */
  product?(product: CheckedProduct, ...context: CheckContext): Answer<Refusal | ProductChange | undefined>;
  /** Checks an order that a shopper places, before its payment is authorized. */
  order?(order: CheckedOrder, ...context: CheckContext): Answer<Refusal | undefined>;
}

type Answer<Value> = Promise<Value> | Value;
type CheckContext = readonly [ctx: ExtensionContext, services: ExtensionServices];
type Verdicts = Answer<readonly (Refusal | undefined)[]>;

/** Why something is refused: a message with placeholders such as `%sku`, and their values in the order of the message. */
export interface Refusal {
  readonly refuse: string;
  readonly parameters?: Readonly<Record<string, string | number>>;
}

/** Fields of a product to change. */
export interface ProductChange {
  readonly change: Readonly<Record<string, unknown>>;
}

/** A price to write. Absent amounts stay unchanged; null removes one. Amounts are decimals as text, in base currency. */
export interface CheckedPrice {
  readonly sku: string;
  /** 0 for all store views. */
  readonly storeId: number;
  readonly price?: string | null | undefined;
  readonly specialPrice?: string | null | undefined;
  /** `YYYY-MM-DD hh:mm:ss`. */
  readonly specialFrom?: string | null | undefined;
  readonly specialTo?: string | null | undefined;
  readonly cost?: string | null | undefined;
}

/** A tier price to write. It has a value or a percentage. */
export interface CheckedTierPrice {
  readonly sku: string;
  /** 0 for all websites. */
  readonly websiteId: number;
  readonly allGroups: boolean;
  readonly customerGroupId: number;
  readonly quantity: string;
  readonly value: string | null;
  readonly percentage: string | null;
}

/** A product as it was sent, in the form of the REST API with decimals as text. Absent fields stay unchanged. */
export interface CheckedProduct {
  readonly sku: string;
  readonly [field: string]: unknown;
}

/** An order before it is placed. Amounts and quantities are decimals as text, amounts in base currency. */
export interface CheckedOrder {
  readonly cartId: number;
  readonly storeId: number;
  /** Null for a guest. */
  readonly customerId: number | null;
  readonly email: string | null;
  readonly lines: readonly { readonly sku: string; readonly qty: string; readonly rowTotal: string }[];
  readonly shippingMethod: string | null;
  readonly shippingCountryId: string | null;
  readonly paymentMethod: string | null;
  readonly grandTotal: string;
  readonly currency: string;
}
