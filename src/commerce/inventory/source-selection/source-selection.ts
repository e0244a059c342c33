import { keyOf } from "../../../platform/db/models.js";
import { inputError } from "../../../api/call/errors.js";
import type { DecimalText } from "../../../api/contract/scalars.js";
import type { Db } from "../../../platform/db/database.js";
import type { DistanceProvider } from "../distances/distance-provider.js";
import { normalizeQuantity } from "../salability/requested-quantity.js";
import { readSourcesOfStock } from "../sources/sources.rows.js";
import type { InventorySource } from "../sources/sources.types.js";
import { byDistance } from "./by-distance.js";
import { selectSources } from "./select-sources.js";
import { readLeftInStock } from "./source-selection.rows.js";
import type { InventoryRequest, SourceSelectionAlgorithm, SourceSelectionResult } from "./source-selection.types.js";

/** The algorithms, in Magento's order. */
export const algorithms: readonly SourceSelectionAlgorithm[] = [
  {
    code: "distance",
    title: "Distance Priority",
    description: "Algorithm which provides Source Selections based on shipping address distance from the source",
  },
  {
    code: "priority",
    title: "Source Priority",
    description: "Algorithm which provides Source Selections based on predefined priority of Source",
  },
];

/** Dependencies of a selection. */
export interface SelectionDependencies {
  readonly db: Db;
  /** Opens the configured distance provider. */
  readonly openProvider: () => Promise<DistanceProvider>;
}

/**
 * Proposes the sources to ship from. Changes nothing, and ignores reservations and stock settings. Throws 400 for an
 * unknown algorithm, and for `distance` without an address.
 */
export async function selectFor(
  { stock_id: stockId, items, extension_attributes: extension }: InventoryRequest,
  algorithm: string,
  { db, openProvider }: SelectionDependencies,
): Promise<SourceSelectionResult> {
  if (!algorithms.some(({ code }) => code === algorithm)) {
    throw inputError("There is no such Source Selection Algorithm implemented: %1", [algorithm]);
  }
  const address = extension?.destination_address;
  if (algorithm === "distance" && !address) throw inputError("No destination address was provided in the request");
  const enabled = (await readSourcesOfStock(db, stockId)).filter((source) => source.enabled);
  const ordered =
    algorithm === "distance" && address ? await byDistance(enabled, address, await openProvider()) : enabled;
  return proposeSources(db, ordered, items);
}

async function proposeSources(
  db: Db,
  sources: readonly InventorySource[],
  items: readonly { readonly sku: string; readonly qty: DecimalText }[],
): Promise<SourceSelectionResult> {
  const wanted = new Map(items.map(({ sku, qty }) => [keyOf(sku), normalizeQuantity(qty)]));
  const selected = selectSources(await readLeftInStock(db, sources, [...wanted.keys()]), wanted);
  return {
    source_selection_items: selected.items.map(({ source_code, sku, toDeduct, quantity }) => ({
      source_code,
      sku,
      qty_to_deduct: toDeduct,
      qty_available: quantity,
    })),
    shippable: sources.length > 0 && selected.isShippable,
  };
}
