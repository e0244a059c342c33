import type { AddressFacts, ShippingRequest } from "../../cart/published.js";
import type { Db } from "../../db/database.js";
import type { Amount } from "../../money/amount.js";

/** A carrier: what it charges for what a cart ships. */
export interface Carrier {
  /** Its settings are below `carriers/<code>`. */
  readonly code: string;
  /** Whether shoppers see that it cannot deliver, whatever `showmethod` says. */
  readonly isAlwaysShown?: boolean;
  /** Reads what its rates depend on besides the cart, and returns the function that computes them. */
  prepare(question: CarrierQuestion): Promise<ComputeRates> | ComputeRates;
}

/** Computes the rates of a carrier without reading anything; none if it cannot deliver. */
type ComputeRates = (request: ShippingRequest) => readonly CarrierMethod[];

/** What a carrier is asked for before the cart is computed. */
export interface CarrierQuestion {
  readonly db: Db;
  readonly websiteId: number;
  readonly destination: AddressFacts;
  /** Returns a setting of the carrier by the last part of its path. */
  readonly setting: (name: string) => string;
}

/** A method of a carrier, with its price in base currency. */
interface CarrierMethod {
  readonly code: string;
  readonly title: string;
  readonly price: Amount;
}
