import type { Reason } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { asQuantity } from "../../../platform/money/amount.js";
import { isZero, truncate } from "../../../platform/money/arithmetic.js";
import type { ItemRow as OrderLine, StoredOrder } from "../../sales/published.orders.js";
import { readSettings, readStoreViews } from "../../store/published.js";
import { readItemsOf, readReturnable } from "../returns.rows.js";

const enabledOnProduct = "sales/magento_rma/enabled_on_product";
const returnedTypes: ReadonlySet<string> = new Set(["simple", "grouped", "configurable", "bundle"]);

/** The units of a locked order that can still be returned. */
export interface Returnable {
  /** Units by the id of the order line. Lines that cannot be returned are left out. */
  readonly remaining: ReadonlyMap<number, number>;
}

/**
 * Reads the units of order lines that can still be returned: shipped units less those in other returns. The order is
 * locked.
 */
export async function readRemaining(db: Db, order: StoredOrder, lines: readonly OrderLine[]): Promise<Returnable> {
  const storeId = order.store_id;
  const [held, own, settings, views] = await Promise.all([
    readItemsOf(
      db,
      lines.map(({ item_id }) => item_id),
    ),
    readReturnable(
      db,
      lines.flatMap(({ product_id }) => product_id ?? []),
      storeId,
    ),
    readSettings(db, [enabledOnProduct]),
    readStoreViews(db),
  ]);
  const websiteId = views.find(({ id }) => id === storeId)?.website_id ?? 0;
  const byShop = settings.isOn(enabledOnProduct, { storeId, websiteId });
  const remaining = new Map<number, number>();
  for (const line of lines) {
    const setting = own.get(line.product_id ?? 0);
    const isAllowed = setting === "0" || setting === "1" ? setting === "1" : byShop;
    if (!isAllowed || !isShippedLine(order, line)) continue;
    const taken = held.filter(({ order_item_id }) => order_item_id === line.item_id).map(unavailableUnits);
    // Returns are in whole units.
    const shipped = Number(truncate(asQuantity(line.qty_shipped ?? 0)));
    remaining.set(line.item_id, shipped - taken.reduce((total, qty) => total + qty, 0));
  }
  return { remaining };
}

/** Returns the number of units that an item of a return makes unavailable to other returns. */
function unavailableUnits({ status, ...of }: Awaited<ReturnType<typeof readItemsOf>>[number]): number {
  if (status === "denied" || status === "rejected") return 0;
  if (status === "approved") return of.qty_approved ?? 0;
  return of.qty_authorized ?? of.qty_requested;
}

/** Whether a line is shipped: the line itself of a configurable product, and of a bundle either the line or its parts. */
function isShippedLine(order: StoredOrder, line: OrderLine): boolean {
  if (!returnedTypes.has(line.product_type ?? "simple") || line.is_virtual === 1) return false;
  const parent = order.items.find(({ item_id }) => item_id === line.parent_item_id);
  if (parent) return parent.product_type === "bundle" && isShippedSeparately(parent);
  return line.product_type !== "bundle" || !isShippedSeparately(line);
}

const isShippedSeparately = ({ product_option: option }: OrderLine): boolean =>
  Number((option as { readonly shipment_type?: unknown } | null | undefined)?.shipment_type ?? 0) === 1;

/** Returns the reasons why units of lines cannot be returned. Several requests for one line are added up. */
export function brokenQuantities(
  { remaining }: Returnable,
  wanted: readonly { readonly line: OrderLine; readonly qty: number }[],
): Reason[] {
  const left = new Map(remaining);
  return wanted.flatMap(({ line, qty }): Reason[] => {
    const most = left.get(line.item_id);
    if (most === undefined || (remaining.get(line.item_id) === 0 && isZero(asQuantity(line.qty_shipped ?? 0)))) {
      return [{ message: `"%1" can't be returned.`, parameters: [line.sku] }];
    }
    left.set(line.item_id, most - qty);
    if (qty <= most) return [];
    const message = 'The quantity to return of "%1" is more than the %2 that can still be returned.';
    return [{ message, parameters: [line.sku, Math.max(most, 0)] }];
  });
}
