import { noPieces, type Quantity } from "../../money/amount.js";
import { isLess, max, min, subtract } from "../../money/arithmetic.js";
import { asQuantity } from "../../money/amount.js";

/** What a source has in stock of a SKU. */
export interface SourceQuantity {
  readonly source_code: string;
  readonly sku: string;
  readonly quantity: Quantity;
}

/** What a source has in stock of a SKU, and what to take of it. */
interface SelectedQuantity extends SourceQuantity {
  readonly toDeduct: Quantity;
}

export interface Selection {
  readonly items: readonly SelectedQuantity[];
  /** What no source has, by SKU in lower case. */
  readonly missing: ReadonlyMap<string, Quantity>;
  readonly isShippable: boolean;
}

/** Less than this is nothing. */
const tolerance = asQuantity("0.0000001");

/**
 * Takes wanted quantities, by SKU in lower case, from sources in the order in which their rows come. Rows of which nothing is
 * taken are listed too.
 */
export function selectSources(rows: readonly SourceQuantity[], wanted: ReadonlyMap<string, Quantity>): Selection {
  const missing = new Map(wanted);
  const items = rows.map((row): SelectedQuantity => {
    const key = row.sku.toLowerCase();
    const left = missing.get(key) ?? noPieces;
    const toDeduct = min(max(row.quantity, noPieces), left);
    missing.set(key, subtract(left, toDeduct));
    return { ...row, toDeduct };
  });
  return { items, missing, isShippable: [...missing.values()].every((left) => isLess(left, tolerance)) };
}
