import { zeroQuantity, type Quantity } from "../../../platform/money/amount.js";
import { isLess, max, min, subtract } from "../../../platform/money/arithmetic.js";
import { asQuantity } from "../../../platform/money/amount.js";
import { keyOf } from "../../../platform/db/models.js";

/** Quantity of a SKU in stock at a source. */
export interface SourceQuantity {
  readonly source_code: string;
  readonly sku: string;
  readonly quantity: Quantity;
}

/** Quantity of a SKU in stock at a source, and the quantity to take. */
interface SelectedQuantity extends SourceQuantity {
  readonly toDeduct: Quantity;
}

export interface Selection {
  readonly items: readonly SelectedQuantity[];
  /** Quantities that no source has, by SKU in lower case. */
  readonly missing: ReadonlyMap<string, Quantity>;
  readonly isShippable: boolean;
}

/** A smaller missing quantity counts as 0. */
const tolerance = asQuantity("0.0000001");

/**
 * Takes the wanted quantities, by SKU in lower case, from sources in the order of their rows. The result includes rows
 * from which nothing is taken.
 */
export function selectSources(rows: readonly SourceQuantity[], wanted: ReadonlyMap<string, Quantity>): Selection {
  const missing = new Map(wanted);
  const items = rows.map((row): SelectedQuantity => {
    const key = keyOf(row.sku);
    const left = missing.get(key) ?? zeroQuantity;
    const toDeduct = min(max(row.quantity, zeroQuantity), left);
    missing.set(key, subtract(left, toDeduct));
    return { ...row, toDeduct };
  });
  return { items, missing, isShippable: [...missing.values()].every((left) => isLess(left, tolerance)) };
}
