import type { Db } from "../db/database.js";
import type { DecimalText } from "../webapi/scalars.js";
import type { Selection } from "../webapi/selection.js";
import type { BundleOption } from "./product-bundle.types.js";
import type { ConfigurableOption } from "./product-configurable.types.js";
import type { DownloadableLink, DownloadableSample } from "./product-downloadable.types.js";
import type { Product } from "./product.types.js";

const inView = (alias: string, column: string) =>
  `coalesce(${alias}.by_store #>> array[$1::int::text, '${column}'], ${alias}.${column}::text)`;

/** Of a bundle whose price follows from its products, selections have no prices. */
const bundleParts = `select o.product_id, json_agg(json_build_object('option_id', o.option_id, 'title', ${inView("o", "title")},
    'required', o.required, 'type', o.type, 'position', o.position, 'sku', p.sku, 'product_links', coalesce((
      select json_agg(json_build_object('id', s.selection_id::text, 'sku', c.sku, 'option_id', s.option_id,
        'qty', s.qty::text, 'position', s.position, 'is_default', s.is_default,
        'price', case when p.has_fixed_price then s.price::text end,
        'price_type', case when p.has_fixed_price then s.price_type end,
        'can_change_quantity', s.can_change_quantity) order by s.position, s.selection_id)
      from bundle_selection s join product c on c.id = s.product_id where s.option_id = o.option_id), '[]'))
    order by o.position, o.option_id) as options
  from bundle_option o join product p on p.id = o.product_id where o.product_id = any($2::int[]) group by o.product_id`;

const downloadableParts = `select p.id as product_id,
    (select json_agg(json_strip_nulls(json_build_object('id', l.id, 'title', ${inView("l", "title")},
        'sort_order', l.sort_order, 'is_shareable', l.is_shareable, 'price', ${inView("l", "price")},
        'number_of_downloads', l.number_of_downloads, 'link_type', l.link_type, 'link_file', l.link_file,
        'link_url', l.link_url, 'sample_type', l.sample_type, 'sample_file', l.sample_file, 'sample_url', l.sample_url))
        order by l.sort_order, l.id)
      from downloadable_link l where l.product_id = p.id) as links,
    (select json_agg(json_strip_nulls(json_build_object('id', s.id, 'title', ${inView("s", "title")},
        'sort_order', s.sort_order, 'sample_type', s.sample_type, 'sample_file', s.sample_file,
        'sample_url', s.sample_url)) order by s.sort_order, s.id)
      from downloadable_sample s where s.product_id = p.id) as samples
  from product p where p.id = any($2::int[])`;

const configurableParts = `select p.id as product_id,
    (select json_agg(json_build_object('id', o.id, 'attribute_id', o.attribute_id::text, 'label', ${inView("o", "label")},
        'position', o.position, 'is_use_default', o.is_use_default, 'product_id', p.id,
        'values', (select coalesce(json_agg(json_build_object('value_index', i.value_index) order by i.place), '[]')
          from unnest(o.value_indexes) with ordinality as i (value_index, place)))
        order by o.position, o.id)
      from configurable_option o where o.product_id = p.id) as options,
    array(select l.child_id from configurable_link l where l.parent_id = p.id order by l.child_id) as links
  from product p where p.id = any($2::int[])`;

interface BundleRow {
  readonly product_id: number;
  readonly options: BundleOption[];
}

interface DownloadableRow {
  readonly product_id: number;
  readonly links: (DownloadableLink & { price: DecimalText })[] | null;
  readonly samples: DownloadableSample[] | null;
}

interface ConfigurableRow {
  readonly product_id: number;
  readonly options: ConfigurableOption[] | null;
  readonly links: number[];
}

/**
 * Reads what only some types of product have and puts it into the products: one statement for each of those types that
 * is among them, none where the caller does not want it.
 */
export async function addTypeParts(
  products: readonly Product[],
  storeId: number,
  { db, selection }: { readonly db: Db; readonly selection: Selection | undefined },
): Promise<void> {
  if (selection && !selection.has("extension_attributes")) return;
  const wanted = selection?.at("extension_attributes");
  const ofType = (type: string, ...parts: string[]): ReadonlyMap<number, Product> =>
    new Map(
      wanted === undefined || parts.some((part) => wanted.has(part))
        ? products.filter(({ type_id }) => type_id === type).map((product) => [product.id ?? 0, product])
        : [],
    );
  const read = <Row extends object>(text: string, found: ReadonlyMap<number, Product>): Promise<Row[]> =>
    found.size === 0 ? Promise.resolve([]) : db.query<Row>(text, [storeId, [...found.keys()]]);
  const bundles = ofType("bundle", "bundle_product_options");
  for (const row of await read<BundleRow>(bundleParts, bundles)) {
    put(bundles.get(row.product_id), { bundle_product_options: row.options });
  }
  const downloadables = ofType("downloadable", "downloadable_product_links", "downloadable_product_samples");
  for (const { product_id, links, samples } of await read<DownloadableRow>(downloadableParts, downloadables)) {
    const parts = { downloadable_product_links: links ?? [], downloadable_product_samples: samples ?? [] };
    put(downloadables.get(product_id), parts);
  }
  const configurables = ofType("configurable", "configurable_product_options", "configurable_product_links");
  for (const { product_id, options, links } of await read<ConfigurableRow>(configurableParts, configurables)) {
    put(configurables.get(product_id), {
      configurable_product_options: options ?? [],
      configurable_product_links: links,
    });
  }
}

function put(product: Product | undefined, parts: NonNullable<Product["extension_attributes"]>): void {
  if (product) product.extension_attributes = { ...product.extension_attributes, ...parts };
}
