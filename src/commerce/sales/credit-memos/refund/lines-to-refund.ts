import { inputError } from "../../../../api/call/errors.js";
import { asQuantity, zeroQuantity, type Quantity } from "../../../../platform/money/amount.js";
import {
  isGreater,
  isNegative,
  isPositive,
  isZero,
  max,
  min,
  proportion,
  remainder,
  subtract,
  sum,
  truncate,
} from "../../../../platform/money/arithmetic.js";
import { isWithoutAmounts, type Line, linesOf, unitsToRefund } from "../../orders/items/item-quantities.js";
import type { ItemRow } from "../../orders/stored-order.js";
import { type RequestedUnits, shareOfPart } from "../../shipments/lines-to-ship.js";

/** An order line to refund. */
export interface RefundedLine {
  readonly row: ItemRow;
  readonly quantity: Quantity;
  /** Whether another line carries its amounts. */
  readonly isWithoutAmounts: boolean;
  /** Whether the stock belongs to the parts of the line, as in a bundle. */
  readonly hasParts: boolean;
}

/** Limits of the units of lines. */
interface UnitLimits {
  /** Requested units by the id of the line; undefined for all. */
  readonly requested: RequestedUnits | undefined;
  /** Remaining units of the refunded invoice, by the id of the order line; undefined if the order is refunded. */
  readonly ofInvoice?: ReadonlyMap<number, Quantity> | undefined;
}

/** 400 for more units than can be refunded. */
const invalidUnits = ({ name, sku }: ItemRow) =>
  inputError('We found an invalid quantity to refund item "%1".', [name ?? sku]);

/**
 * Returns the lines of a credit memo: the requested ones, or all that can be refunded, with the lines whose amounts they
 * carry. Throws 400 for more units than can be refunded. Units are first reduced to those left of the invoice, if there is
 * one.
 */
export function linesToRefund(rows: readonly ItemRow[], wanted: UnitLimits): RefundedLine[] {
  const lines = linesOf(rows);
  const own = lines.filter((line) => !isWithoutAmounts(line));
  const units = new Map(own.map((line) => [line.row.item_id, ownUnits(line, wanted)]));
  return lines.flatMap((line): RefundedLine[] => {
    const { row, hasParts } = line;
    const isCarried = isWithoutAmounts(line);
    const quantity = isCarried ? deriveUnits(line, lines, units) : (units.get(row.item_id) ?? zeroQuantity);
    return isPositive(quantity) ? [{ row, quantity, isWithoutAmounts: isCarried, hasParts }] : [];
  });
}

function ownUnits(line: Line<ItemRow>, { requested, ofInvoice }: UnitLimits): Quantity {
  const { row } = line;
  const left = unitsToRefund(line);
  if (!requested) return ofInvoice ? min(left, ofInvoice.get(row.item_id) ?? zeroQuantity) : left;
  if (!isPositive(left)) return zeroQuantity;
  const given = requested.get(row.item_id) ?? zeroQuantity;
  const cut = ofInvoice ? min(given, ofInvoice.get(row.item_id) ?? zeroQuantity) : given;
  if (isNegative(cut) || isGreater(cut, left)) throw invalidUnits(row);
  return cut;
}

/** Returns the units of a part whose parent line is refunded, or of a bundle whose parts are. */
function deriveUnits(
  { row, parent }: Line<ItemRow>,
  lines: readonly Line<ItemRow>[],
  units: ReadonlyMap<number, Quantity>,
): Quantity {
  const left = max(subtract(asQuantity(row.qty_ordered ?? 0), refundedOf(row)), zeroQuantity);
  if (parent) return min(shareOfPart(row, parent, units.get(parent.item_id) ?? zeroQuantity), left);
  const parts = lines.filter((line) => line.parent === row).map((line) => line.row);
  const whole = wholeBundles(row, parts, units);
  return min(max(subtract(whole, refundedOf(row)), zeroQuantity), left);
}

const refundedOf = ({ qty_refunded }: ItemRow): Quantity => asQuantity(qty_refunded ?? 0);

/** Returns the number of bundles of which all parts are refunded, including earlier refunds. */
function wholeBundles(row: ItemRow, parts: readonly ItemRow[], units: ReadonlyMap<number, Quantity>): Quantity {
  const ordered = asQuantity(row.qty_ordered ?? 0);
  const counts = parts.flatMap((part): Quantity[] => {
    const whole = asQuantity(part.qty_ordered ?? 0);
    if (!isPositive(whole)) return [];
    const refunded = sum([refundedOf(part), units.get(part.item_id) ?? zeroQuantity]);
    return [truncate(proportion(refunded, ordered, whole))];
  });
  const [first, ...others] = counts;
  return first === undefined ? zeroQuantity : min(first, ...others);
}

/** Whether the units of a line are fractional although it is sold in whole units only. */
export const isFraction = ({ row, quantity }: RefundedLine): boolean =>
  !row.is_qty_decimal && !isZero(remainder(quantity, asQuantity(1)));

/** Returns the refunded units of each product, given the units of lines by their ids. */
export function refundedProducts(rows: readonly ItemRow[], units: ReadonlyMap<number, Quantity>) {
  return linesOf(rows).flatMap((line) => {
    const { row, parent } = line;
    if (line.hasParts) return [];
    const share =
      parent && isWithoutAmounts(line)
        ? shareOfPart(row, parent, units.get(parent.item_id) ?? zeroQuantity)
        : zeroQuantity;
    const quantity = units.get(row.item_id) ?? share;
    return isPositive(quantity) ? [{ row, parent, quantity }] : [];
  });
}
