import { asQuantity, zeroQuantity, type Quantity } from "../../../platform/money/amount.js";
import { add, isPositive, min, proportion, truncate } from "../../../platform/money/arithmetic.js";
import { fitOrThrow } from "../../../api/call/arguments/decimal-fields.js";
import { orderColumn } from "../../../platform/money/columns.js";
import { round } from "../../../platform/money/rounding.js";
import {
  isShippedByOtherLines,
  type Line,
  linesOf,
  unitsToShip,
  unshippedUnits,
} from "../orders/items/item-quantities.js";
import type { ItemRow } from "../orders/stored-order.js";

/** An order line whose shipped units increase with a shipment. */
export interface ShippedLine {
  readonly line: Line<ItemRow>;
  /** Units added to the shipped units of the line. */
  readonly raised: Quantity;
  /** Units listed in the shipment; absent if the parent line is listed instead. */
  readonly listed?: Quantity;
}

/** Units of products that leave stock. */
export interface LeavingUnits {
  readonly row: ItemRow;
  readonly quantity: Quantity;
}

/** Requested units by the id of the line. */
export type RequestedUnits = ReadonlyMap<number, Quantity>;

/**
 * Returns the requested units of each line; undefined if none are requested, which means all. If an id occurs several
 * times, its last quantity is used. Throws 400 for units that do not fit their column.
 */
export function requestedUnits(
  items: readonly { readonly order_item_id?: number | null; readonly qty?: string | null }[] | null | undefined,
): RequestedUnits | undefined {
  if (!items?.length) return undefined;
  return new Map(items.map(({ order_item_id: id, qty }) => [id ?? 0, unitsColumn(qty)]));
}

const unitsColumn = (qty: string | null | undefined): Quantity =>
  asQuantity(fitOrThrow("qty", qty ?? "0", orderColumn));

const places = 4;

/** Truncates units to whole ones, unless the line is sold in fractions. */
const castUnits = (row: ItemRow, quantity: Quantity): Quantity =>
  row.is_qty_decimal ? round(quantity, places) : truncate(quantity);

/** Returns the units of a part that belong to units of its parent line. */
export function shareOfPart(part: ItemRow, parent: ItemRow, units: Quantity): Quantity {
  const whole = asQuantity(parent.qty_ordered ?? 0);
  if (!isPositive(whole)) return zeroQuantity;
  return round(proportion(units, asQuantity(part.qty_ordered ?? 0), whole), places);
}

/**
 * Returns the lines of a shipment, each with at most the units that are left. A bundle that is shipped together includes
 * its parts, and parts that are shipped separately include their bundle.
 */
export function linesToShip(rows: readonly ItemRow[], requested?: RequestedUnits): ShippedLine[] {
  const lines = linesOf(rows);
  const units = new Map(lines.map((line) => [line.row.item_id, ownUnits(line, requested)]));
  const isShipped = (id: number) => isPositive(units.get(id) ?? zeroQuantity);
  return lines.flatMap((line): ShippedLine[] => {
    const { row, parent } = line;
    const own = units.get(row.item_id) ?? zeroQuantity;
    if (isPositive(own)) return [{ line, raised: own, listed: own }];
    if (!isShippedByOtherLines(line) || row.is_virtual) return [];
    if (line.hasParts) {
      const comesAlong = lines.some((part) => part.parent === row && isShipped(part.row.item_id));
      return comesAlong ? [{ line, raised: min(unshippedUnits(line), one), listed: one }] : [];
    }
    if (parent?.product_type !== "bundle" || !isShipped(parent.item_id)) return [];
    const share = shareOfPart(row, parent, units.get(parent.item_id) ?? zeroQuantity);
    return [{ line, raised: castUnits(row, min(share, unshippedUnits(line))) }];
  });
}

const one = asQuantity(1);

/** Returns the units to ship of a line that is not shipped by other lines. */
function ownUnits(line: Line<ItemRow>, requested: RequestedUnits | undefined): Quantity {
  const { row } = line;
  if (row.is_virtual || row.locked_do_ship) return zeroQuantity;
  const left = unitsToShip(line);
  const wanted = requested ? (requested.get(row.item_id) ?? zeroQuantity) : left;
  return castUnits(row, min(wanted, left));
}

/** Returns the number of shipped units, without bundles that are included with their parts. */
export const totalUnits = (shipped: readonly ShippedLine[]): Quantity =>
  shipped
    .filter(({ line }) => !isShippedByOtherLines(line))
    .reduce((sum, { listed = zeroQuantity }) => add(sum, listed), zeroQuantity);

/**
 * Returns the units of each product that leave stock, given the units of lines by their ids. For a composite product that
 * is shipped itself, these are the units of its parts: the given ones or, by default, those that belong to it.
 */
export function leavingUnits(rows: readonly ItemRow[], units: ReadonlyMap<number, Quantity>): LeavingUnits[] {
  const lines = linesOf(rows);
  return lines.flatMap((line): LeavingUnits[] => {
    const { row } = line;
    const quantity = units.get(row.item_id) ?? zeroQuantity;
    if (isShippedByOtherLines(line) || row.is_virtual || !isPositive(quantity)) return [];
    if (!line.hasParts) return [{ row, quantity }];
    return lines
      .filter(({ parent, row: part }) => parent === row && !part.is_virtual)
      .map(({ row: part }) => ({
        row: part,
        quantity: units.get(part.item_id) ?? shareOfPart(part, row, quantity),
      }));
  });
}
