// SQL: locks, and statements that compare what changes wrote with what is stored now, for thousands of prices at once.
import { productPrices, productTierPrices } from "../../../commerce/pricing/prices.sql.js";
import { lockedProducts, products } from "../../../commerce/catalog/published.sql.js";
import { customerGroups } from "../../../commerce/customer/published.sql.js";
import type { Db } from "../../../platform/db/database.js";
import type { Amount, Percent, Quantity } from "../../../platform/money/amount.js";
import {
  changeBlocks,
  changesOfBlock,
  numberOfChange,
} from "../../../commerce/pricing/history/changes/read-changes.sql.js";
import { storeViews } from "../../../commerce/store/published.sql.js";
import { allGroups } from "../../../commerce/pricing/price-scopes.sql.js";
import { everyGroup } from "../../../commerce/pricing/tier-prices/tier-price-changes.sql.js";
import { netChanges } from "../../../commerce/pricing/history/preview/net-changes.sql.js";
import type { PriceKind } from "../../../commerce/pricing/closed-sets.types.js";

/** Which changes to undo: those of a request, of a bulk, or single ones. */
export type Chosen =
  | { readonly requestId: string }
  | { readonly bulkUuid: string }
  | { readonly changes: readonly { readonly set: number; readonly seq: number }[] };

/** The combined changes of one price, and whether their result is still stored. */
export interface UndoneChange {
  readonly product_id: number;
  /** SKU as it is spelled now; null if the product was deleted. */
  readonly sku: string | null;
  /** SKU as it was spelled at the time of the change. */
  readonly sku_then: string;
  readonly kind: PriceKind;
  readonly store_id: number | null;
  readonly website_id: number | null;
  /** Website for which the caller needs the right; null if the store view was deleted. */
  readonly right_website_id: number | null;
  readonly customer_group_id: number | null;
  readonly customer_group: string | null;
  readonly quantity: Quantity | null;
  readonly old_price: (Amount & Percent) | null;
  readonly old_type: string | null;
  readonly old_from: string | null;
  readonly old_to: string | null;
  readonly new_price: (Amount & Percent) | null;
  readonly new_type: string | null;
  /** Whether the stored price still equals the price that the changes wrote. */
  readonly holds: boolean;
}

interface Choice {
  /** A condition on sets `s`, blocks `b` and changes `c`. */
  readonly sql: string;
  readonly values: readonly unknown[];
}

function choiceOf(chosen: Chosen): Choice {
  if ("requestId" in chosen) return { sql: "s.request_id = $1", values: [chosen.requestId] };
  if ("bulkUuid" in chosen) return { sql: "s.bulk_uuid = $1::uuid", values: [chosen.bulkUuid] };
  return {
    sql: `s.id = any($1::bigint[]) and (s.id, ${numberOfChange}) in (select * from unnest($1::bigint[], $2::int[]))`,
    values: [chosen.changes.map(({ set }) => set), chosen.changes.map(({ seq }) => seq)],
  };
}

/** Locks the products of the chosen changes, as every write of prices does. Returns whether there is any change. */
export async function lockChangedProducts(db: Db, chosen: Chosen): Promise<boolean> {
  const { sql, values } = choiceOf(chosen);
  const rows = await db.query<{ product_id: number }>(
    `select distinct c.product_id from ${changeBlocks}
      cross join lateral ${changesOfBlock}
    where ${sql}`,
    values,
  );
  if (rows.length === 0) return false;
  await db.query(lockedProducts("id = any($1::int[])"), [rows.map((row) => row.product_id)]);
  return true;
}

/** Returns the chosen changes, combined for each price. The products are locked. */
export function readUndone(db: Db, chosen: Chosen): Promise<UndoneChange[]> {
  const { sql, values } = choiceOf(chosen);
  return db.query<UndoneChange>(
    `with ${netChanges(sql)}
    select net.product_id, p.sku, net.sku as sku_then, kind, net.store_id, net.website_id,
      coalesce(net.website_id, views.website_id) as right_website_id, net.customer_group_id,
      case when net.customer_group_id = ${everyGroup} then '${allGroups}' else shoppers.code end as customer_group,
      net.quantity, old_price, old_type, old_from, old_to, new_price, new_type,
      case kind
        when 'base' then stored.price is not distinct from new_price
        when 'cost' then stored.cost is not distinct from new_price
        when 'special' then (stored.special_price, stored.special_from, stored.special_to)
          is not distinct from (new_price, new_from, new_to)
        else (coalesce(tier.percentage_value, tier.value), tier.id is null, tier.percentage_value is null)
          is not distinct from (new_price, new_type is null, new_type is distinct from 'discount')
      end as holds
    from net
      left join ${products} p on p.id = net.product_id
      left join ${storeViews} views on views.id = net.store_id
      left join ${customerGroups} shoppers on shoppers.id = net.customer_group_id
      left join ${productPrices} stored on stored.product_id = net.product_id and stored.store_id = net.store_id
      left join ${productTierPrices} tier on kind = 'tier' and tier.product_id = net.product_id
        and tier.all_groups = (net.customer_group_id = ${everyGroup})
        and tier.customer_group_id = case when net.customer_group_id = ${everyGroup} then 0 else net.customer_group_id end
        and tier.qty = net.quantity and tier.website_id = net.website_id
    order by lower(net.sku), kind, net.store_id, net.website_id, net.customer_group_id, net.quantity`,
    values,
  );
}
