import type { Configured } from "../../../config.js";
import type { PriceRight } from "../../../api/auth/price-rights.js";
import type { Context } from "../../../api/call/context.js";
import type { Db } from "../../../platform/db/database.js";
import type { PriceUpdateResult } from "../price.types.js";
import type { TierPriceWrite } from "../tier-prices/tier-price-writes.sql.js";
import type { ValidRows } from "./checked-rows.js";
import type { PriceWrite } from "./price-writes.sql.js";

/**
 * Further checks of the prices that callers write, such as limits and approvals. They run between the rules of the contract
 * and the write. The process decides at its start which checks there are.
 */
export interface PriceChecks {
  /**
   * Begins the checks of a call. Called before the first statement of the operation, so that both are sent together. The
   * products must be locked before the rows are checked.
   */
  begin(ctx: Context): PriceCheck;
  /** Moves the special prices that the caller must not delete to the failures. */
  filterDeletions(ctx: Context, checked: ValidRows<PriceWrite>): Promise<ValidRows<PriceWrite>>;
  /** Moves the tier prices that the caller must not delete to the failures. */
  filterTierDeletions(ctx: Context, checked: ValidRows<TierPriceWrite>): Promise<ValidRows<TierPriceWrite>>;
  /** Throws 400 if the caller must not delete prices of the kind on the website. */
  requireDeletable(ctx: Pick<Context, "actor">, right: PriceRight): void;
  /** Begins the checks of prices that no call of a price route writes, such as those of files. Absent if there are none. */
  readonly review?: (ctx: Context) => PriceReview;
}

/** Checks prices one by one. Returns for each row the reason to refuse it, or undefined. The products must be locked. */
export interface PriceReview {
  readonly prices: (db: Db, rows: readonly PriceWrite[]) => Promise<readonly (PriceUpdateResult | undefined)[]>;
  readonly tierPrices: (db: Db, rows: readonly TierPriceWrite[]) => Promise<readonly (PriceUpdateResult | undefined)[]>;
}

/** The checks of one call. */
export interface PriceCheck {
  /** Returns the rows to write, and the failures of all others including those of earlier checks. */
  filterPrices(checked: ValidRows<PriceWrite>): Promise<ValidRows<PriceWrite>>;
  filterTierPrices(checked: ValidRows<TierPriceWrite>): Promise<ValidRows<TierPriceWrite>>;
  /** Throws 400 for the first row that may not be written. */
  requireAllowedPrices(rows: readonly PriceWrite[]): Promise<void>;
  requireAllowedTierPrices(rows: readonly TierPriceWrite[]): Promise<void>;
}

/** The dependencies of resolvers that write prices. */
export interface PriceDependencies extends Configured {
  readonly priceChecks: PriceChecks;
}

const passEverything: PriceCheck = {
  filterPrices: (checked) => Promise.resolve(checked),
  filterTierPrices: (checked) => Promise.resolve(checked),
  requireAllowedPrices: () => Promise.resolve(),
  requireAllowedTierPrices: () => Promise.resolve(),
};

/** No checks besides the rules of the contract. */
export const noPriceChecks: PriceChecks = {
  begin: () => passEverything,
  filterDeletions: (_ctx, checked) => Promise.resolve(checked),
  filterTierDeletions: (_ctx, checked) => Promise.resolve(checked),
  requireDeletable: () => undefined,
};
