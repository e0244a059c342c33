import type { AddressFacts, CartLine, ShippingRequest } from "../../cart/published.js";
import type { Db } from "../../../platform/db/database.js";
import type { Amount } from "../../../platform/money/amount.js";

/** A carrier, which computes shipping rates for carts. */
export interface Carrier {
  /** Its settings are under `carriers/<code>`. */
  readonly code: string;
  /** Whether shoppers see that the carrier cannot deliver, regardless of the setting `showmethod`. */
  readonly isAlwaysShown?: boolean;
  /** Reads the data that its rates depend on besides the cart and returns the function that computes them. */
  prepare(question: CarrierInput): Promise<ComputeRates> | ComputeRates;
}

/** Computes the rates of a carrier without reading data. Returns none if the carrier cannot deliver. */
type ComputeRates = (request: ShippingRequest) => readonly CarrierMethod[];

/** Input for a carrier before the totals of the cart are computed. */
export interface CarrierInput {
  readonly db: Db;
  readonly websiteId: number;
  readonly destination: AddressFacts;
  /** The lines of the cart. */
  readonly lines: readonly Pick<CartLine, "item_id" | "parent_item_id" | "product_id" | "sku" | "qty">[];
  /** Returns a setting of the carrier by the last part of its path. */
  readonly setting: (name: string) => string;
}

/** A method of a carrier, with its price in base currency. */
interface CarrierMethod {
  readonly code: string;
  readonly title: string;
  readonly price: Amount;
}
