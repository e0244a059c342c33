import type { Bench } from "../measure.js";

/** Returns new products of a typical catalog. They leave the rows of `addProducts`, plus a URL key. */
export const newProducts = (round: number | string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    product: {
      sku: `MADE-${round}-${at}`,
      name: `Made product ${round} ${at}`,
      attribute_set_id: 4,
      type_id: "simple",
      price: 10 + at / 100,
      status: 1,
      visibility: 4,
      weight: 1.5,
      extension_attributes: {
        category_links: [
          { category_id: "2", position: 0 },
          { category_id: "3", position: 0 },
        ],
        stock_item: { qty: 100, is_in_stock: true },
      },
      custom_attributes: [
        { attribute_code: "tax_class_id", value: "2" },
        { attribute_code: "meta_title", value: `Made product ${round} ${at}` },
        { attribute_code: "short_description", value: `A product to be read and written ${at}` },
        { attribute_code: "description", value: "What there is to say of it. ".repeat(8) },
      ],
    },
  }));

/** Deletes the created products. Throws if the rounds of both servers left different rows. */
export async function removeCreated({ database }: Bench): Promise<void> {
  const { rows } = await database.query<{ left: string }>(
    `select distinct json_build_array(
        (select array_agg(key order by key) from product_values v, jsonb_object_keys(v.data) as key where v.product_id = p.id),
        (select array_agg((r.store_id, r.cost is null)) from product_price r where r.product_id = p.id),
        (select array_agg(r.website_id) from product_website r where r.product_id = p.id),
        (select array_agg(r.category_id order by r.category_id) from product_category r where r.product_id = p.id),
        (select array_agg((r.qty, r.is_in_stock)) from stock_item r where r.product_id = p.id),
        (select array_agg((r.source_code, r.quantity, r.status)) from inventory_source_item r where r.sku_key = p.sku_key),
        (select array_agg(r.store_id) from product_url_key r where r.product_id = p.id))::text as left
     from product p where sku_key like 'made-%'`,
  );
  await database.query("delete from product where sku_key like 'made-%'");
  await database.query("delete from inventory_source_item where sku_key like 'made-%'");
  await database.query("truncate bulk, bulk_operation, bulk_queue, bulk_caller");
  await database.query("vacuum analyze");
  if (rows.length !== 1)
    throw new Error(`Portico and the baseline left different rows: ${rows.map(({ left }) => left).join(" and ")}.`);
}
