import { asQuantity, zeroQuantity, type Quantity } from "../../../../platform/money/amount.js";
import {
  isGreater,
  isPositive,
  max,
  min,
  proportion,
  subtract,
  truncate,
} from "../../../../platform/money/arithmetic.js";
import { round } from "../../../../platform/money/rounding.js";
import type { ItemRow } from "../stored-order.js";

/** The columns of a line that its quantities depend on. */
export type QuantityRow = Pick<
  ItemRow,
  | "item_id"
  | "parent_item_id"
  | "product_option"
  | "qty_ordered"
  | "qty_invoiced"
  | "qty_shipped"
  | "qty_refunded"
  | "qty_canceled"
>;

/** A line of an order with its parent and its parts. */
export interface Line<Row extends QuantityRow = QuantityRow> {
  readonly row: Row;
  readonly parent: Row | undefined;
  readonly hasParts: boolean;
  /** Its parts; for a part, all parts of its parent line. */
  readonly parts: readonly Row[];
}

/** Returns the lines of an order with their parents and parts. */
export function linesOf<Row extends QuantityRow>(rows: readonly Row[]): Line<Row>[] {
  const byId = new Map(rows.map((row) => [row.item_id, row]));
  const parts = new Map<number, Row[]>();
  for (const row of rows) {
    if (row.parent_item_id == null) continue;
    const known = parts.get(row.parent_item_id);
    if (known) known.push(row);
    else parts.set(row.parent_item_id, [row]);
  }
  return rows.map((row) => ({
    row,
    parent: row.parent_item_id == null ? undefined : byId.get(row.parent_item_id),
    hasParts: parts.has(row.item_id),
    parts: parts.get(row.parent_item_id ?? row.item_id) ?? [],
  }));
}

/** Values of a bundle's line besides the customer's choices, under Magento's names. */
interface BundleOption {
  /** 0: the parts carry the amounts, because the price depends on them. */
  readonly product_calculations?: number | string | null;
  /** 1: the parts are shipped separately. */
  readonly shipment_type?: number | string | null;
}

const bundleOf = ({ row, parent }: Line): BundleOption => ((parent ?? row).product_option ?? {}) as BundleOption;
const isComposite = ({ parent, hasParts }: Line) => hasParts || parent !== undefined;

/**
 * Whether another line carries the amounts: the parent line for a variation and for a part of a bundle with a fixed price,
 * the parts for a bundle whose price depends on them.
 */
export function isWithoutAmounts(line: Line): boolean {
  const partsCarry = String(bundleOf(line).product_calculations) === "0";
  return isComposite(line) && partsCarry === line.hasParts;
}

/**
 * Whether other lines are shipped instead: the parts of a bundle if they are shipped separately, otherwise the parent
 * line.
 */
export function isShippedByOtherLines(line: Line): boolean {
  const areSeparate = String(bundleOf(line).shipment_type) === "1";
  return isComposite(line) && areSeparate === line.hasParts;
}

const quantity = (given: string | null | undefined): Quantity => asQuantity(given ?? 0);
const places = 8;

function remaining(ordered: Quantity, ...gone: (string | null | undefined)[]): Quantity {
  const rest = gone.reduce<Quantity>((before, part) => subtract(before, quantity(part)), ordered);
  return round(max(rest, zeroQuantity), places);
}

/** Returns the units that can still be invoiced. */
export function unitsToInvoice(line: Line): Quantity {
  const { qty_ordered, qty_invoiced, qty_canceled } = line.row;
  return isWithoutAmounts(line) ? zeroQuantity : remaining(quantity(qty_ordered), qty_invoiced, qty_canceled);
}

/** Returns the units that can still be shipped. */
export function unitsToShip(line: Line): Quantity {
  return isShippedByOtherLines(line) ? zeroQuantity : unshippedUnits(line);
}

/** Returns the units that are neither shipped nor refunded nor canceled, even if another line is shipped for them. */
export function unshippedUnits(line: Line): Quantity {
  const { row, parent } = line;
  const canceled = isWithoutAmounts(line) ? shareOf(line, parent?.qty_canceled) : row.qty_canceled;
  return remaining(quantity(row.qty_ordered), row.qty_shipped, row.qty_refunded, canceled);
}

/** Returns the units that can still be refunded. */
export function unitsToRefund(line: Line): Quantity {
  const { qty_invoiced, qty_refunded } = line.row;
  return isWithoutAmounts(line) ? zeroQuantity : remaining(quantity(qty_invoiced), qty_refunded);
}

/** Whether a line carries the amounts of parts that are shipped separately, so that their shipments count as its own. */
const isShippedByParts = (line: Line): boolean =>
  line.hasParts && isShippedByOtherLines(line) && !isWithoutAmounts(line);

/** Returns the units that can still be canceled. Those of a part count even if its bundle is shipped for it. */
export const unitsToCancel = (line: Line): Quantity =>
  min(unitsToInvoice(line), isShippedByParts(line) ? wholeUnitsToShip(line) : unshippedUnits(line));

/** Whether more units of a line are to be shipped than canceled, so that its order stays open when it is canceled. */
export function isStillShipped(line: Line<QuantityRow & Pick<ItemRow, "product_type">>): boolean {
  const isInBundle = (line.parent ?? line.row).product_type === "bundle";
  return isGreater(isInBundle ? unshippedUnits(line) : unitsToShip(line), unitsToCancel(line));
}

/** Returns the units of a line none of whose parts are shipped. */
function wholeUnitsToShip({ row, parts }: Line): Quantity {
  const wholes = parts.map((part) => {
    const units = unshippedUnits({ row: part, parent: row, hasParts: false, parts });
    const ordered = quantity(part.qty_ordered);
    return isPositive(ordered) ? truncate(proportion(units, quantity(row.qty_ordered), ordered)) : zeroQuantity;
  });
  return wholes.length === 0 ? zeroQuantity : wholes.reduce((least, units) => min(least, units));
}

/** Returns the units of a line that belong to a quantity of its parent line. */
function shareOf({ row, parent }: Line, part: string | null | undefined): Quantity {
  const whole = quantity(parent?.qty_ordered);
  return isPositive(whole) ? proportion(quantity(part), quantity(row.qty_ordered), whole) : zeroQuantity;
}

/**
 * Returns the reserved units of a line's product: the ordered ones less those shipped, canceled and refunded. Products
 * that are never shipped leave stock when they are invoiced. The units of a part are derived from its parent line if that
 * is shipped or invoiced for it.
 */
export function unitsToReserve(line: Line<QuantityRow & Pick<ItemRow, "is_virtual">>): Quantity {
  const { row, parent } = line;
  const of = (name: "qty_invoiced" | "qty_shipped" | "qty_canceled" | "qty_refunded", byOthers: boolean): Quantity =>
    byOthers ? shareOf(line, parent?.[name]) : quantity(row[name]);
  const lacksOwnAmounts = isWithoutAmounts(line);
  const gone = row.is_virtual
    ? [of("qty_invoiced", lacksOwnAmounts)]
    : [of("qty_shipped", isShippedByOtherLines(line)), of("qty_refunded", lacksOwnAmounts)];
  const rest = [...gone, of("qty_canceled", lacksOwnAmounts)].reduce<Quantity>(subtract, quantity(row.qty_ordered));
  return round(max(rest, zeroQuantity), places);
}

/** A line with the columns that its reservation depends on. */
type ReservedLine = Parameters<typeof unitsToReserve>[0];

/**
 * Returns the units of a line's product that an order releases: the reserved ones less those that the line still needs
 * afterwards; all of them if the line is not given.
 */
export const unitsToRelease = (line: ReservedLine, after: ReservedLine | undefined): Quantity =>
  subtract(unitsToReserve(line), after ? unitsToReserve(after) : zeroQuantity);
