import { couldNotSave, inputError, type Reason, validationFailed } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { keyOf } from "../../../platform/db/models.js";
import { isOutOfRange } from "../../../platform/db/sql-errors.js";
import { type Quantity, zeroQuantity } from "../../../platform/money/amount.js";
import { add, isGreater, isNegative } from "../../../platform/money/arithmetic.js";
import { fit, stockColumn } from "../../../platform/money/columns.js";
import { sourceKey } from "../sources/source-rules.js";
import { readKnownSources } from "../sources/sources.rows.js";
import { brokenTransferRules, withStockItems } from "./bulk-sources.js";
import { lockRows, moveAmounts, readQuantities } from "./bulk-sources.sql.js";
import type { PartialTransferItem } from "./source-items.types.js";

export interface PartialTransfer {
  readonly originSourceCode: string;
  readonly destinationSourceCode: string;
  readonly items: readonly PartialTransferItem[];
}

/**
 * Moves amounts of SKUs from one source to another, all or none. Throws 400 with every rule that the sources and the items
 * break: an amount must not be below 0 or above the quantity at the origin.
 */
export async function transferAmounts(db: Db, transfer: PartialTransfer): Promise<void> {
  const { originSourceCode: from, destinationSourceCode: to, items } = transfer;
  const known = await readKnownSources(db, [from, to]);
  const [origin = from, destination = to] = [known.get(sourceKey(from)), known.get(sourceKey(to))];
  const keys = [...new Set(items.map(({ sku }) => keyOf(sku)))];
  await withStockItems(db, { keys, sources: [origin, destination] }, async () => {
    await lockRows(db, keys, [origin, destination]);
    const amounts = new Map<string, Quantity>();
    const broken = [
      ...brokenTransferRules(known, { from, to }),
      ...brokenByItems(transfer, { stored: await readQuantities(db, keys, origin), amounts }),
    ];
    if (broken.length > 0) throw validationFailed(broken, "Transfer validation failed");
    if (items.length === 0) throw inputError("Could not rebuild index for empty products array");
    await moveAmounts(db, amounts, { origin, destination }).catch((error: unknown) => {
      throw isOutOfRange(error) ? couldNotSave("Could not save Source Item", error) : error;
    });
  });
}

interface Quantities {
  /** The quantities at the origin. */
  readonly stored: ReadonlyMap<string, Quantity>;
  /** Filled with the amount to move of each SKU. Those of one SKU add up. */
  readonly amounts: Map<string, Quantity>;
}

function brokenByItems({ items, originSourceCode }: PartialTransfer, { stored, amounts }: Quantities): Reason[] {
  return items.flatMap(({ sku, qty }): Reason[] => {
    const available = stored.get(keyOf(sku));
    if (available === undefined) {
      const message = `Source item for ${sku} and ${originSourceCode} does not exist`;
      return [{ message: "%message", parameters: { message } }];
    }
    const amount = fit(qty, stockColumn);
    const total = amount === undefined ? undefined : add(amounts.get(keyOf(sku)) ?? zeroQuantity, amount);
    if (amount === undefined || total === undefined || isNegative(amount) || isGreater(total, available)) {
      return [{ message: "Requested transfer amount for sku %sku is not available", parameters: { sku } }];
    }
    amounts.set(keyOf(sku), total);
    return [];
  });
}
