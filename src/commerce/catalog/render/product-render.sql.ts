// SQL: models cannot select by values in JSON documents, nor join prices and parts of whole pages in one statement.
import type { Db } from "../../../platform/db/database.js";
import type { Amount, Percent, Quantity } from "../../../platform/money/amount.js";
import type { CompiledSearch } from "../../../api/search-criteria/compile-sql.js";
import { stockStatusOf } from "../../inventory/published.sql.js";
import { guestTierPriceColumns, priceColumns } from "../../pricing/published.sql.js";
import { storeViews, websiteOfStoreView } from "../../store/published.sql.js";
import type { ReadScope } from "../products/product.sql.js";
import type { ValueDocument } from "../value-documents.sql.js";
import { valueTables } from "../products/value-tables.sql.js";

/** A price and its discounts. */
export interface RenderedPrice {
  readonly price: Amount | null;
  /** For a bundle, the percentage of the price to pay. */
  readonly special_price: Amount | null;
  readonly special_from: string | null;
  readonly special_to: string | null;
  /** Lowest tier price of one unit for all groups. */
  readonly tier_value: Amount | null;
  readonly tier_percentage: Percent | null;
}

/** A part or variation of another product. */
export interface PartRow extends RenderedPrice {
  readonly parent_id: number;
  /** The bundle's option; null for a variation. */
  readonly option_id: number | null;
  readonly required: boolean;
  readonly is_many: boolean;
  readonly qty: Quantity;
  /** The surcharge of the selection in a bundle with a fixed price: an amount, or a percentage if the type is 1. */
  readonly selection_price: Amount;
  readonly selection_price_type: number;
}

/** SQL of the tier prices that apply to one unit, for guests and all groups, on the website of the store view `$1`. */
const tierColumns = guestTierPriceColumns(websiteOfStoreView("$1::int"));

/** A product for the storefront. */
export interface RenderRow extends RenderedPrice {
  readonly id: number;
  readonly sku: string;
  readonly type_id: string;
  readonly has_fixed_price: boolean;
  readonly required_options: boolean;
  readonly global_values: ValueDocument | null;
  readonly view_values: ValueDocument | null;
}

/** Reads the matches of a search that guests of the store view can see. Products out of stock are left out, as in Magento. */
export function readRendered(db: Db, scope: ReadScope, search: CompiledSearch): Promise<RenderRow[]> {
  return db.query<RenderRow>(
    `select p.id, p.sku, p.type_id, p.has_fixed_price, p.required_options,
      g.data as global_values, v.data as view_values, ${priceColumns(scope)}, ${tierColumns}
    from product p ${valueTables}
    where coalesce(v.data ->> 'status', g.data ->> 'status') = '1'
      and coalesce(v.data ->> 'visibility', g.data ->> 'visibility') <> '1'
      and coalesce(${stockStatusOf("p.id")}, 1) = 1
      and exists (select from product_website w join ${storeViews} st on st.website_id = w.website_id
        where w.product_id = p.id and st.id = $1::int)
      and ${search.where} ${search.orderBy} ${search.limit}`,
    search.values,
  );
}

const parts = (scope: ReadScope) => `
  select s.parent_id, s.option_id, s.required, s.is_many, s.qty, s.price as selection_price,
    s.price_type as selection_price_type, ${priceColumns(scope)}, ${tierColumns}
  from (
    select o.product_id as parent_id, o.option_id, o.required, o.type in ('checkbox', 'multi') as is_many,
      b.product_id as child_id, b.qty, b.price, b.price_type
    from bundle_option o join bundle_selection b on b.option_id = o.option_id where o.product_id = any($2::int[])
    union all
    select l.parent_id, null, false, false, l.child_id, 1, 0, 0 from configurable_link l where l.parent_id = any($2::int[])
    union all
    select l.product_id, null, false, false, l.linked_product_id, 1, 0, 0 from product_link l
    where l.link_type = 3 and l.product_id = any($2::int[])) as s
  join product p on p.id = s.child_id
  ${valueTables}
  where coalesce(v.data ->> 'status', g.data ->> 'status') = '1'`;

/** Reads the enabled parts and variations of the given products, by the id of the composite product. */
export async function readParts(
  db: Db,
  scope: ReadScope,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, readonly PartRow[]>> {
  const rows = productIds.length === 0 ? [] : await db.query<PartRow>(parts(scope), [scope.storeId, productIds]);
  const found = new Map<number, PartRow[]>();
  for (const row of rows) found.set(row.parent_id, [...(found.get(row.parent_id) ?? []), row]);
  return found;
}
