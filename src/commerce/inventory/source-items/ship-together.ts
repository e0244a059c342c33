import { serviceUrl } from "../../../api/http/address.js";
import { inputError, type Reason } from "../../../api/call/errors.js";
import type { Config } from "../../../config.js";
import type { Db } from "../../../platform/db/database.js";
import { hasSeveralSources } from "../sources/sources.rows.js";
import { readPartsShippedTogether, readSplitBundles } from "./ship-together.sql.js";
import type { SourceItemKey } from "./source-items.rows.js";

/**
 * Returns a reason for each source item that would split a bundle that is shipped together, because no part of the bundle
 * is at that source. Magento links to the bundle in its administration; here the link is the product's URL in the REST
 * API.
 */
export async function findBrokenShipmentRules(
  db: Db,
  items: readonly SourceItemKey[],
  config: Config,
): Promise<readonly Reason[]> {
  if (!(await hasSeveralSources(db))) return [];
  const split = await readSplitBundles(db, items);
  return split.map(({ place, bundle_sku: bundle }) => ({
    message:
      'Not able to assign "%1" to product "%2", as it is part of bundle product <a href="%3">"%4"</a> with shipment type ' +
      '"Ship Together" and has multiple sources or different source as other bundle selections.',
    parameters: [
      items[place]?.code ?? "",
      items[place]?.sku ?? "",
      `${serviceUrl(config)}rest/V1/products/${encodeURIComponent(bundle)}`,
      bundle,
    ],
  }));
}

/**
 * Throws 400 if the parts of a saved bundle are shipped together but assigned to several sources. The message names the
 * added product or, by default, the first part with another source than the parts before it.
 */
export async function checkBundleSources(db: Db, bundleId: number, addedSku?: string): Promise<void> {
  if (!(await hasSeveralSources(db))) return;
  const sources = new Set<string>();
  for (const part of await readPartsShippedTogether(db, bundleId)) {
    for (const code of part.sources) sources.add(code);
    if (sources.size > 1) throw cannotBeAdded(addedSku ?? part.sku);
  }
}

const cannotBeAdded = (sku: string) =>
  inputError(
    'Product "%1" cannot be added to bundle product as bundle product has "Ship Bundle Items Together" and "%1" product ' +
      "assigned to multiple sources or has different source then rest of bundle items",
    [sku],
  );
