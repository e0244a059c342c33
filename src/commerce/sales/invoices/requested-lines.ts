import { inputError } from "../../../api/call/errors.js";
import { asQuantity, zeroQuantity, type Quantity } from "../../../platform/money/amount.js";
import { isGreater, isPositive, max, proportion, truncate } from "../../../platform/money/arithmetic.js";
import { fitOrThrow } from "../../../api/call/arguments/decimal-fields.js";
import { orderColumn } from "../../../platform/money/columns.js";
import { isWithoutAmounts, type Line, linesOf, unitsToInvoice } from "../orders/items/item-quantities.js";
import type { ItemRow } from "../orders/stored-order.js";

/** A line in a request. */
export interface RequestedLine {
  readonly order_item_id?: number | null | undefined;
  readonly qty?: string | null | undefined;
}

/** A line of a new invoice. */
export interface InvoicedLine {
  readonly row: ItemRow;
  readonly quantity: Quantity;
  /** Units that the invoice shows, before fractions of whole products are cut off. */
  readonly counted: Quantity;
  /** Whether another line carries its amounts. */
  readonly isWithoutAmounts: boolean;
  /** Whether the line has parts, which have the stock. */
  readonly hasParts: boolean;
}

type Wanted = ReadonlyMap<number, Quantity> | undefined;

/**
 * Returns the lines of an invoice: the requested ones with the lines that belong to them, or all that is left. Unknown
 * lines and lines with nothing left are ignored, as in Magento. Throws 400 for more units than are left.
 */
export function linesToInvoice(rows: readonly ItemRow[], requested: readonly RequestedLine[]): InvoicedLine[] {
  const lines = linesOf(rows);
  const wanted = requested.length > 0 ? wantedQuantities(lines, requested) : undefined;
  const quantities = new Map<number, Quantity>();
  for (const line of lines) {
    if (!isWithoutAmounts(line)) quantities.set(line.row.item_id, ownQuantity(line, wanted));
  }
  return lines.flatMap((line): InvoicedLine[] => {
    const { row, hasParts } = line;
    const isDerived = isWithoutAmounts(line);
    const quantity = isDerived ? deriveQuantity(line, lines, { quantities, wanted }) : quantityOf(line, quantities);
    if (!isPositive(quantity) || row.locked_do_invoice) return [];
    const unlisted = isDerived ? orderedQuantity(row) : quantity;
    const counted = wanted?.get(row.item_id) ?? (wanted && isDerived ? quantity : unlisted);
    return [{ row, quantity, counted, isWithoutAmounts: isDerived, hasParts }];
  });
}

/** Returns the ordered units of a line. */
export const orderedQuantity = ({ qty_ordered }: ItemRow): Quantity => asQuantity(qty_ordered ?? 0);
const quantityOf = ({ row }: Line<ItemRow>, quantities: ReadonlyMap<number, Quantity>) =>
  quantities.get(row.item_id) ?? zeroQuantity;

/**
 * Returns the requested quantities by line. A request for a bundle whose parts carry the amounts also requests its parts
 * in proportion, unless they are requested themselves.
 */
function wantedQuantities(lines: readonly Line<ItemRow>[], requested: readonly RequestedLine[]): Wanted {
  const given = new Map(
    requested.map(({ order_item_id: id, qty }) => [id ?? 0, asQuantity(fitOrThrow("qty", qty ?? "0", orderColumn))]),
  );
  const byParents = lines.flatMap(({ row, parent }): [number, Quantity][] => {
    const whole = parent && given.get(parent.item_id);
    if (!parent || whole === undefined || given.has(row.item_id)) return [];
    return [[row.item_id, shareOf(row, parent, whole)]];
  });
  return new Map([...given, ...byParents]);
}

/** Returns the units of a part that belong to units of its parent line; for a variation, the same number. */
function shareOf(row: ItemRow, parent: ItemRow, units: Quantity): Quantity {
  if (parent.product_type === "configurable" || !isPositive(orderedQuantity(parent))) return units;
  return proportion(units, orderedQuantity(row), orderedQuantity(parent));
}

/** Returns the invoiced units of a line with amounts. Throws 400 for more than are left. */
function ownQuantity(line: Line<ItemRow>, wanted: Wanted): Quantity {
  const left = unitsToInvoice(line);
  const { row } = line;
  if (!isPositive(left) || row.locked_do_invoice) return zeroQuantity;
  if (!wanted) return left;
  const given = max(wanted.get(row.item_id) ?? zeroQuantity, zeroQuantity);
  const quantity = row.is_qty_decimal ? given : truncate(given);
  if (isGreater(quantity, left)) {
    throw inputError('We found an invalid quantity to invoice item "%1".', [row.name ?? ""]);
  }
  return quantity;
}

interface Quantities {
  readonly quantities: ReadonlyMap<number, Quantity>;
  readonly wanted: Wanted;
}

/**
 * Returns the units of a line without amounts: a share of the parent line, or of a bundle of which a part is invoiced the
 * requested units, all if it is not requested itself.
 */
function deriveQuantity(
  { row, parent, hasParts }: Line<ItemRow>,
  lines: readonly Line<ItemRow>[],
  { quantities, wanted }: Quantities,
): Quantity {
  if (parent) return shareOf(row, parent, quantities.get(parent.item_id) ?? zeroQuantity);
  const isInvoiced = (part: Line<ItemRow>) => part.parent === row && isPositive(quantityOf(part, quantities));
  if (!hasParts || !lines.some(isInvoiced)) return zeroQuantity;
  return wanted?.get(row.item_id) ?? orderedQuantity(row);
}
