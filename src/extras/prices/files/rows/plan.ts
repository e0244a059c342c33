import type { Actor } from "../../../../api/auth/actor.js";
import type { Config } from "../../../../config.js";
import type { RowFailure } from "../../../../commerce/pricing/failure-codes.js";
import type { RowTally } from "../../guard-rails/limits/row-tally.js";
import type { PricedProducts } from "../../../../commerce/pricing/priced-products.sql.js";
import type { StoreViews } from "../../../../commerce/pricing/price-scopes.sql.js";
import type { PriceReview } from "../../../../commerce/pricing/writes/price-checks.js";
import type { TierPriceWrite } from "../../../../commerce/pricing/tier-prices/tier-price-writes.sql.js";
import type { PriceWrite } from "../../../../commerce/pricing/writes/price-writes.sql.js";
import type { FileRow } from "./file-row.js";

/** Writes of one kind, each with the index of its row. */
export interface Changes<Write> {
  readonly writes: readonly Write[];
  readonly places: readonly number[];
}

/** The writes of rows that are valid. */
export interface PlannedWrites {
  readonly base: Changes<PriceWrite>;
  readonly special: Changes<PriceWrite>;
  readonly cost: Changes<PriceWrite>;
  readonly tier: Changes<TierPriceWrite>;
  /** Tier prices to delete. */
  readonly tierDeletions: Changes<TierPriceWrite>;
}

/** The writes and the failures of the rows of a file. */
export interface Plan extends PlannedWrites {
  readonly rows: readonly FileRow[];
  readonly products: PricedProducts;
  /** What rows for the same price share, by the index of the row; absent for rows that cannot have their price. */
  readonly keys: readonly string[];
  /** The failures of rows, by the record of the row. */
  readonly failures: ReadonlyMap<number, RowFailure>;
  /** For each row that another one supersedes, the index of that one. */
  readonly superseded: ReadonlyMap<number, number>;
  /** The last record to apply; the ones after it are skipped. */
  readonly last: number;
}

export interface PlanOptions {
  readonly config: Pick<Config, "PORTICO_PRICE_SCOPE">;
  /** The user whose rights and guard-rails apply. */
  readonly actor: Actor;
  readonly stores: StoreViews;
  /** Number of rows that may still fail. The rows after the last of them are skipped. */
  readonly failuresLeft: number;
  /** Whether rows fail that set the same price to different values. */
  readonly refusesRepeats?: boolean;
  /** Further checks, besides guard-rails. */
  readonly review?: PriceReview | undefined;
  /** Counts the prices of a file that comes in parts. */
  readonly tally?: RowTally;
  /** Whether guard-rails do not apply, because they have judged the rows before. */
  readonly isJudged?: boolean;
}

/** Returns the changes that `keep` accepts. */
export const filterChanges = <Write>(
  { writes, places }: Changes<Write>,
  keep: (index: number, place: number) => boolean,
) => {
  const kept = places.flatMap((place, index) => (keep(index, place) ? [index] : []));
  return {
    writes: kept.flatMap((index) => writes[index] ?? []),
    places: kept.flatMap((index) => places[index] ?? []),
  };
};
