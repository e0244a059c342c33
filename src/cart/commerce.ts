import type { Db } from "../db/database.js";
import type { Settings } from "../store/published.js";
import type { CartState } from "./cart-state.rows.js";
import type { CommerceFacts } from "./totals/commerce-facts.js";

/** Adds the features of the commerce edition to cart totals. */
export interface Commerce {
  /** Paths of the settings that it uses. They are read together with the settings of totals. */
  readonly settingPaths: readonly string[];
  /** Reads the balances and gift cards that can pay for a cart, and its gift wrapping. */
  prepare(db: Db, cart: CartState): Promise<(settings: Settings) => CommerceFacts>;
}
