import { inputError, type Reason } from "../../call/errors.js";
import type { Config } from "../../config.js";
import type { Db } from "../../db/database.js";
import { serviceUrl } from "../../store/published.js";
import { hasSeveralSources } from "../sources/sources.rows.js";
import { readPartsShippedTogether, readSplitBundles } from "./ship-together.sql.js";
import type { SourceItemKey } from "./source-items.sql.js";

/**
 * Returns the source items that would divide a bundle whose parts are shipped together: they are at another source than any
 * part of it. Magento refers to the bundle in its administration; here the address is that of the product over REST.
 */
export async function brokenShipmentRules(
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
 * Throws a 400 where the parts of a bundle, as saved, are shipped together and at several sources. It names the product that
 * was added, or else the first part that is at another source than those before it.
 */
export async function refuseSplitBundle(db: Db, bundleId: number, addedSku?: string): Promise<void> {
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
