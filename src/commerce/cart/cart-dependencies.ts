import type { Context } from "../../api/call/context.js";
import type { Configured } from "../../config.js";
import type { Db } from "../../platform/db/database.js";
import type { Settings } from "../store/published.js";
import type { SharedFacts } from "./facts/shared-facts.sql.js";
import type { CartState } from "./state/cart-state.rows.js";
import type { ShippingRate, ShippingRequest } from "./totals/facts.js";
import type { CommerceFacts } from "./totals/commerce/commerce-facts.js";

/** Adds the features of the commerce edition to cart totals. */
export interface Commerce {
  /** Paths of the settings that it uses. They are read together with the settings of totals. */
  readonly settingPaths: readonly string[];
  /** Reads the balances and gift cards that can pay for a cart, and its gift wrapping. */
  prepare(db: Db, cart: CartState): Promise<(settings: Settings) => CommerceFacts>;
}

/** Returns the rate of the chosen shipping method, or undefined if none is chosen or it is not available. */
type RateShipping = (request: ShippingRequest) => ShippingRate | undefined;

/** Rates the shipping method of a cart. */
export interface Carriers {
  /** Paths of the settings that carriers use. They are read together with the settings of totals. */
  readonly settingPaths: readonly string[];
  /** Prepares the rate of the shipping method in the shipping address of the cart. */
  prepare(db: Db, cart: CartState, settings: Settings): Promise<RateShipping>;
}

/** Dependencies of cart operations. */
export interface CartDependencies extends Configured {
  readonly carriers: Carriers;
  readonly sharedFacts: SharedFacts;
  /** Absent in the open-source edition. */
  readonly commerce?: Commerce | undefined;
}

/** A cart in an operation, with the context and dependencies of the call. */
export interface CartCall {
  readonly ctx: Context;
  readonly cart: CartState;
  readonly dependencies: CartDependencies;
}
