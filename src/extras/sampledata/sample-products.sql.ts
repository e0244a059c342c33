// SQL: set-based writes of thousands of rows.
import type { Db } from "../../platform/db/database.js";
import { choices, type SampleProduct } from "./sample-products.js";
import type { CreatedProduct } from "./sample-prices.js";
import { globalValues, translatedValues } from "./sample-values.js";
import type { SampleStores } from "./sample-stores.sql.js";

type Row = Readonly<Record<string, unknown>>;

/**
 * Writes rows of one table in one statement. All have the same columns. Ids that are not given are drawn by the
 * database.
 */
async function insert(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).join(", ");
  await db.execute(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::text::jsonb)
    on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}

/** Creates the products whose SKUs are free, without values, and returns them. */
export async function createProducts(
  db: Db,
  products: readonly SampleProduct[],
  { attributeSetId }: SampleStores,
): Promise<CreatedProduct[]> {
  const bySku = new Map(products.map((product) => [product.sku, product]));
  const rows = products.map(({ sku, typeId, hasFixedPrice }) => {
    const hasOptions = ["bundle", "configurable", "downloadable"].includes(typeId);
    return { sku, type_id: typeId, has_fixed_price: hasFixedPrice, has_options: hasOptions };
  });
  const created = await db.query<{ id: number; sku: string }>(
    `insert into product (sku, sku_key, type_id, attribute_set_id, has_fixed_price, has_options, required_options)
    select sku, sku, type_id, $2::int, has_fixed_price, has_options, has_options
    from jsonb_populate_recordset(null::product, $1::text::jsonb) on conflict (sku_key) do nothing returning id, sku`,
    [JSON.stringify(rows), attributeSetId],
  );
  return created.flatMap(({ id, sku }) => {
    const product = bySku.get(sku);
    return product ? [{ ...product, id }] : [];
  });
}

/** Writes the values, websites and URL keys of created products. */
export async function writeValues(db: Db, products: readonly CreatedProduct[], around: SampleStores): Promise<void> {
  const documents = products.flatMap((product) => [
    { product_id: product.id, store_id: 0, data: globalValues(product, around) },
    ...(["de", "fr"] as const).flatMap((language) => {
      const data = translatedValues(product, language);
      return data ? [{ product_id: product.id, store_id: around.storeIds[language], data }] : [];
    }),
  ]);
  await insert(db, "product_values", documents);
  await insert(
    db,
    "product_website",
    products.flatMap(({ id }) => around.websiteIds.map((website_id) => ({ product_id: id, website_id }))),
  );
  await insert(
    db,
    "product_url_key",
    products.map(({ id, sku }) => ({ store_id: 0, url_key: sku, product_id: id })),
  );
}

/** Writes one option with the parts of each bundle, and the variations of configurable products. */
export async function writeParts(db: Db, products: readonly CreatedProduct[], around: SampleStores): Promise<void> {
  const whole = products.filter(({ parts }) => parts.length > 0);
  const skus = whole.flatMap(({ parts }) => parts);
  const found = await db.query<{ id: number; sku: string }>(
    "select id, sku from product where sku_key = any($1::text[])",
    [skus],
  );
  const ids = new Map(found.map(({ id, sku }) => [sku, id]));
  const partsOf = ({ parts }: CreatedProduct) => parts.flatMap((sku) => ids.get(sku) ?? []);
  await writeBundles(
    db,
    whole.filter(({ typeId }) => typeId === "bundle"),
    partsOf,
  );
  const configurable = whole.filter(({ typeId }) => typeId === "configurable");
  await insert(
    db,
    "configurable_link",
    configurable.flatMap((product) => partsOf(product).map((child_id) => ({ parent_id: product.id, child_id }))),
  );
  await insert(
    db,
    "configurable_option",
    configurable.flatMap(({ id, choice, parts }) => {
      if (!choice) return [];
      const { id: attribute_id, label, options } = around.attributes[choice.code];
      return [
        {
          product_id: id,
          attribute_id,
          label,
          position: 0,
          is_use_default: false,
          by_store: {},
          value_indexes: choices[choice.code].slice(0, parts.length).flatMap((value) => options.get(value) ?? []),
        },
      ];
    }),
  );
}

async function writeBundles(
  db: Db,
  bundles: readonly CreatedProduct[],
  partsOf: (product: CreatedProduct) => readonly number[],
): Promise<void> {
  const options = await db.query<{ option_id: number; product_id: number }>(
    `insert into bundle_option (product_id, type, required, position, title)
    select product_id, 'radio', true, 1, 'Choose one' from unnest($1::int[]) as given (product_id)
    returning option_id, product_id`,
    [bundles.map(({ id }) => id)],
  );
  const optionOf = new Map(options.map(({ option_id, product_id }) => [product_id, option_id]));
  await insert(
    db,
    "bundle_selection",
    bundles.flatMap((bundle) =>
      partsOf(bundle).map((product_id, index) => ({
        option_id: optionOf.get(bundle.id),
        product_id,
        position: index + 1,
        is_default: index === 0,
        price_type: 0,
        // Only a bundle with a fixed price has surcharges.
        price: bundle.hasFixedPrice ? String(index * 5) : "0",
        qty: "1",
        can_change_quantity: 1,
      })),
    ),
  );
}

/** Writes a link and a sample for each downloadable product. */
export async function writeDownloads(db: Db, products: readonly CreatedProduct[]): Promise<void> {
  const downloadable = products.filter(({ typeId }) => typeId === "downloadable");
  const address = (sku: string, file: string) => `https://example.com/downloads/${sku}/${file}`;
  await insert(
    db,
    "downloadable_link",
    downloadable.map(({ id, sku }) => ({
      product_id: id,
      title: "All sheets",
      sort_order: 1,
      is_shareable: 2,
      price: "2.50",
      number_of_downloads: 5,
      link_type: "url",
      link_url: address(sku, "sheets.pdf"),
      sample_type: "url",
      sample_url: address(sku, "first-sheet.pdf"),
      by_store: {},
    })),
  );
  await insert(
    db,
    "downloadable_sample",
    downloadable.map(({ id, sku }) => ({
      product_id: id,
      title: "First sheet",
      sort_order: 1,
      sample_type: "url",
      sample_url: address(sku, "first-sheet.pdf"),
      by_store: {},
    })),
  );
}
