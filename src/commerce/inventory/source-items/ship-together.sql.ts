// SQL: models cannot join a list of source items with bundles and a key of their JSON documents.
import { bundleParts, products, productValues } from "../../catalog/published.sql.js";
import type { Db } from "../../../platform/db/database.js";
import { sourceKey } from "../sources/source-rules.js";
import type { SourceItemKey } from "./source-items.rows.js";
import { keyOf } from "../../../platform/db/models.js";

/** SQL of whether a condition holds for a source item of any part of a bundle. */
const hasPartAt = (bundleId: string, condition: string) => `exists (
      select from ${bundleParts} other
      join ${products} sibling on sibling.id = other.product_id
      join inventory_source_item item on item.sku_key = sibling.sku_key
      where other.bundle_id = ${bundleId} and ${condition})`;

const shipsTogether = (values: string) => `coalesce(${values}.data ->> 'shipment_type', '0') <> '1'`;

/** A product offered by a bundle, with the sources that it is assigned to. */
export interface BundlePart {
  readonly sku: string;
  readonly sources: readonly string[];
}

/** Returns the parts of a bundle that is shipped together, the oldest first; none for one that is shipped separately. */
export function readPartsShippedTogether(db: Db, bundleId: number): Promise<BundlePart[]> {
  return db.query<BundlePart>(
    `select part.sku, array(
        select item.source_code from inventory_source_item item where item.sku_key = part.sku_key) as sources
    from ${bundleParts} own
    join ${products} part on part.id = own.product_id
    left join ${productValues} own_values on own_values.product_id = own.bundle_id and own_values.store_id = 0
    where own.bundle_id = $1::int and ${shipsTogether("own_values")}
    order by own.selection_id`,
    [bundleId],
  );
}

/** A source item that would split a bundle that is shipped together: no other part of it is at that source. */
export interface SplitBundle {
  /** Index in the list of source items, from 0. */
  readonly place: number;
  readonly bundle_sku: string;
}

/**
 * Returns the source items that would split bundles that are shipped together, each with the first bundle that it would
 * split.
 */
export function readSplitBundles(db: Db, items: readonly SourceItemKey[]): Promise<SplitBundle[]> {
  return db.query<SplitBundle>(
    `select distinct on (given.place) given.place::int - 1 as place, bundle.sku as bundle_sku
    from unnest($1::text[], $2::text[]) with ordinality as given (sku_key, code_key, place)
    join ${products} part on part.sku_key = given.sku_key
    join ${bundleParts} own on own.product_id = part.id
    join ${products} bundle on bundle.id = own.bundle_id and bundle.type_id = 'bundle'
    left join ${productValues} own_values on own_values.product_id = bundle.id and own_values.store_id = 0
    where ${shipsTogether("own_values")}
      and ${hasPartAt("bundle.id", "true")}
      and not ${hasPartAt("bundle.id", "name_key(item.source_code) = given.code_key")}
    order by given.place, bundle.id`,
    [items.map(({ sku }) => keyOf(sku)), items.map(({ code }) => sourceKey(code))],
  );
}
