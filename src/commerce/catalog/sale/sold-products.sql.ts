// SQL: measured by `add-item`, `collect-totals` and `place-order`: one statement reads all products of a cart.
import { hiddenParameter } from "../../../platform/db/statements/parameters.js";
import type { Config } from "../../../config.js";
import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";
import type { DecimalText } from "../../../api/contract/scalars.js";
import { priceColumns, type TierPriceRow, tierPricesColumn } from "../../pricing/published.sql.js";
import { shownIn } from "../categories/category-relations.sql.js";
import { optionsColumn } from "../options/product-option.rows.js";
import type { CustomOption } from "../options/product-option.types.js";
import { isSoldOn, productVersion } from "../products/product-relations.sql.js";
import { foundValueTables } from "../products/value-tables.sql.js";
import { inView } from "../value-documents.sql.js";

/** The products to read, and the store view whose values apply. */
export interface SoldProductsQuery {
  readonly storeId: number;
  readonly websiteId: number;
  readonly priceScope: Config["PORTICO_PRICE_SCOPE"];
  readonly ids: readonly number[];
  /** Products whose variations and members are also read, by lower-case SKU or by id. */
  readonly chosenSkus: readonly string[];
  readonly chosenIds: readonly number[];
}

/** A product that a bundle offers. */
export interface SoldSelection {
  readonly selection_id: number;
  readonly product_id: number;
  readonly qty: DecimalText;
  readonly can_change_quantity: number;
  /** Surcharge in a bundle with a fixed price: an amount, or a percentage if `price_type` is 1. */
  readonly price: DecimalText;
  readonly price_type: number;
}

/** An option of a bundle. */
export interface SoldBundleOption extends Readonly<
  Pick<Row<"bundleOption">, "option_id" | "title" | "type" | "required">
> {
  readonly selections: readonly SoldSelection[];
}

/** A link of a downloadable product. */
interface SoldLink {
  readonly id: number;
  readonly title: string;
  readonly price: DecimalText;
}

/** An attribute that distinguishes the variations of a configurable product. */
interface SoldAttribute {
  readonly attribute_id: string;
  readonly label: string;
}

/** A variation of a configurable product, with its option ids by attribute id. */
interface SoldVariation {
  readonly product_id: number;
  readonly values: Readonly<Record<string, string | null>>;
}

/** A member of a grouped product. */
interface SoldMember {
  readonly product_id: number;
  /** Default quantity. */
  readonly qty: DecimalText | null;
}

/** A product with the data that carts need. Lists of parts are null for products of other types. */
export interface SoldProduct {
  readonly id: number;
  /** Changes with everything that a cart reads of the product. */
  readonly version: string;
  readonly sku: string;
  readonly sku_key: string;
  readonly type_id: string;
  readonly attribute_set_id: number;
  readonly has_fixed_price: boolean;
  /** Values by attribute code in the store view. */
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly is_on_website: boolean;
  /** Categories that show it, including the anchor ancestors of its own categories. */
  readonly category_ids: readonly number[] | null;
  /** Codes of attributes with several values. */
  readonly list_attributes: readonly string[] | null;
  readonly price: DecimalText | null;
  readonly special_price: DecimalText | null;
  readonly special_from: string | null;
  readonly special_to: string | null;
  readonly tier_prices: readonly TierPriceRow[] | null;
  readonly options: readonly CustomOption[] | null;
  readonly bundle_options: readonly SoldBundleOption[] | null;
  readonly links: readonly SoldLink[] | null;
  readonly attributes: readonly SoldAttribute[] | null;
  readonly variations: readonly SoldVariation[] | null;
  readonly members: readonly SoldMember[] | null;
}

const given = {
  ids: hiddenParameter(2, "int[]"),
  chosenSkus: hiddenParameter(3, "text[]"),
  chosenIds: hiddenParameter(4, "int[]"),
};
const isChosen = `(p.sku_key = any(${given.chosenSkus}) or p.id = any(${given.chosenIds}))`;

const bundleOptions = `case when p.type_id = 'bundle' then coalesce((
    select json_agg(json_build_object('option_id', o.option_id, 'title', ${inView("o", "title")}, 'type', o.type,
      'required', o.required, 'selections', coalesce((
        select json_agg(json_build_object('selection_id', s.selection_id, 'product_id', s.product_id, 'qty', s.qty::text,
          'can_change_quantity', s.can_change_quantity, 'price', s.price::text, 'price_type', s.price_type)
          order by s.position, s.selection_id)
        from bundle_selection s where s.option_id = o.option_id), '[]')) order by o.position, o.option_id)
    from bundle_option o where o.product_id = p.id), '[]') end`;

const links = `case when p.type_id = 'downloadable' then coalesce((
    select json_agg(json_build_object('id', l.id, 'title', ${inView("l", "title")}, 'price', ${inView("l", "price")})
      order by l.sort_order, l.id)
    from downloadable_link l where l.product_id = p.id), '[]') end`;

const attributes = `case when p.type_id = 'configurable' then coalesce((
    select json_agg(json_build_object('attribute_id', c.attribute_id::text, 'label', ${inView("c", "label")})
      order by c.position, c.attribute_id)
    from configurable_option c where c.product_id = p.id), '[]') end`;

const variations = `case when p.type_id = 'configurable' and ${isChosen} then coalesce((
    select json_agg(json_build_object('product_id', l.child_id, 'values', (
      select json_object_agg(c.attribute_id, child.data ->> a.code)
      from configurable_option c join attribute a on a.id = c.attribute_id where c.product_id = p.id)) order by l.child_id)
    from configurable_link l join product_values child on child.product_id = l.child_id and child.store_id = 0
    where l.parent_id = p.id), '[]') end`;

const members = `case when p.type_id = 'grouped' and ${isChosen} then coalesce((
    select json_agg(json_build_object('product_id', l.linked_product_id, 'qty', l.qty::text)
      order by l.position, l.linked_product_id)
    from product_link l where l.product_id = p.id and l.link_type = 3), '[]') end`;

const soldProducts = (
  priceScope: SoldProductsQuery["priceScope"],
) => `select p.id, ${productVersion} as version, p.sku, p.sku_key,
    p.type_id, p.attribute_set_id, p.has_fixed_price, coalesce(g.data, '{}') || coalesce(v.data, '{}') as values,
    ${isSoldOn("p.id", "$5::int")} as is_on_website,
    (select array_agg(distinct shown.shown_in) from product_category m
      join ${shownIn} shown on shown.category_id = m.category_id where m.product_id = p.id) as category_ids,
    (select array_agg(a.code) from attribute a where a.frontend_input = 'multiselect') as list_attributes,
    ${priceColumns({ priceScope })}, ${tierPricesColumn}, ${optionsColumn}, ${bundleOptions} as bundle_options,
    ${links} as links, ${attributes} as attributes, ${variations} as variations, ${members} as members
  from (select id from product where id = any(${given.ids}) or id = any(${given.chosenIds})
    union select id from product where sku_key = any(${given.chosenSkus})) as wanted
  join product p on p.id = wanted.id ${foundValueTables}`;

const texts = { global: soldProducts("global"), website: soldProducts("website") };

/** Returns products with the data that carts need. Unknown products are omitted. */
export const readSoldProducts = (db: Db, wanted: SoldProductsQuery): Promise<SoldProduct[]> =>
  db.query<SoldProduct>(texts[wanted.priceScope], [
    wanted.storeId,
    wanted.ids,
    wanted.chosenSkus,
    wanted.chosenIds,
    wanted.websiteId,
  ]);

/** Returns the labels of attribute options in a store view, by option id. */
export async function readOptionLabels(
  db: Db,
  storeId: number,
  optionIds: readonly number[],
): Promise<ReadonlyMap<string, string>> {
  if (optionIds.length === 0) return new Map();
  const rows = await db.query<{ value: string; label: string }>(
    `select o.value, coalesce(l.label, o.label) as label from attribute_option o
      left join attribute_option_label l on l.option_id = o.id and l.store_id = $1::int
      where o.id = any($2::int[])`,
    [storeId, optionIds],
  );
  return new Map(rows.map(({ value, label }) => [value, label]));
}
