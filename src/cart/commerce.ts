import type { Db } from "../db/database.js";
import type { Settings } from "../store/published.js";
import type { CartState } from "./cart-state.rows.js";
import type { CommerceFacts } from "./totals/commerce-facts.js";

/** What the commerce edition adds to totals of carts. */
export interface Commerce {
  /** Paths of the settings that it computes with, which are read with the settings of totals. */
  readonly settingPaths: readonly string[];
  /** Reads what a cart can be paid with besides money, and how it is wrapped. */
  prepare(db: Db, cart: CartState): Promise<(settings: Settings) => CommerceFacts>;
}
