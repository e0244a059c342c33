import { render } from "../../../api/call/errors.js";
import { asQuantity } from "../../../platform/money/amount.js";
import { isPositive } from "../../../platform/money/arithmetic.js";
import { isShippedByOtherLines, type Line, linesOf } from "../orders/items/item-quantities.js";
import { canShip } from "../orders/states/order-states.js";
import type { ItemRow, StoredOrder } from "../orders/stored-order.js";
import type { RequestedUnits, ShippedLine } from "./lines-to-ship.js";
import type { ShipmentItem, ShipmentTrack } from "./shipments.types.js";

interface NewShipment {
  readonly requested: RequestedUnits | undefined;
  readonly shipped: readonly ShippedLine[];
  readonly tracks: readonly Pick<ShipmentTrack, "track_number">[];
}

/** Returns the reasons why a shipment cannot be created, in Magento's order. */
export const shipmentErrors = (order: StoredOrder, { requested, shipped, tracks }: NewShipment): string[] => [
  ...orderErrors(order),
  ...(shipped.length === 0 ? ["You can't create a shipment without products."] : []),
  ...(tracks.some(({ track_number: number }) => !number?.trim()) ? ["Please enter a tracking number."] : []),
  ...linesOf(order.items)
    .filter(({ row }) => requested?.has(row.item_id))
    .flatMap(wrongLine),
];

const closedToShipments = new Set(["payment_review", "holded", "canceled"]);

function orderErrors(order: StoredOrder): string[] {
  if (closedToShipments.has(order.state ?? "") || order.is_virtual) {
    return [render("A shipment cannot be created when an order has a status of %1", [order.status ?? ""])];
  }
  return canShip(order) ? [] : ["The order does not allow a shipment to be created."];
}

const typeError = 'Cannot create shipment as bundle product "%1" has shipment type "%2". %3 should be shipped instead.';

/** Returns the error of a line of a bundle that is shipped by other lines: either the bundle or its parts are shipped. */
function wrongLine(line: Line<ItemRow>): string[] {
  const { row, parent } = line;
  if (!isShippedByOtherLines(line)) return [];
  if (line.hasParts) return [render(typeError, [row.sku, "Separately", "Bundle product options"])];
  return parent?.product_type === "bundle"
    ? [render(typeError, [parent.sku, "Together", "Bundle product itself"])]
    : [];
}

const incomplete =
  'Cannot create shipment as bundle product "%1" has shipment type "%2". Shipment should also incorporate bundle options.';
const withoutBundle = "Cannot create shipment as bundle product %1 should be included as well.";

/**
 * Returns the reason why a shipment cannot be stored with the given lines. A bundle must be listed with its parts if they
 * are shipped separately, otherwise without them.
 */
export function storedLinesError(order: StoredOrder, items: readonly ShipmentItem[]): string | undefined {
  const listed = new Set(
    items.filter(({ qty }) => isPositive(asQuantity(qty ?? 0))).map(({ order_item_id: id }) => id ?? 0),
  );
  const lines = linesOf(order.items);
  for (const line of lines.filter(({ row }) => listed.has(row.item_id))) {
    const { row, parent, hasParts } = line;
    const hasListedParts = lines.some((other) => other.parent === row && listed.has(other.row.item_id));
    if (row.product_type === "bundle" && hasParts) {
      const isSeparate = isShippedByOtherLines(line);
      if (!isSeparate && hasListedParts) return render(typeError, [row.sku, "Together", "Bundle product itself"]);
      if (isSeparate && !hasListedParts) return render(incomplete, [row.sku, "Separately"]);
    }
    if (parent?.product_type === "bundle" && !listed.has(parent.item_id)) return render(withoutBundle, [parent.sku]);
  }
  return undefined;
}
