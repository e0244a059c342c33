import type { Db } from "../../../platform/db/database.js";
import { modelColumns, type Row } from "../../../platform/db/models.js";
import { hiddenParameter } from "../../../platform/db/statements/parameters.js";
import { inView } from "../value-documents.sql.js";
import type { DownloadableLink, DownloadableSample } from "./product-downloadable.types.js";

/** Returns the id of the product of a link or sample, or undefined for an unknown id. */
export async function readOwner({ models }: Db, table: DownloadTable, id: number): Promise<number | undefined> {
  const query = { where: { id }, select: { product_id: true } };
  const found = await (table === "downloadable_link"
    ? models.downloadableLink.findUnique(query)
    : models.downloadableSample.findUnique(query));
  return found?.product_id;
}

/** Deletes a link or sample. Returns whether it existed. */
export async function removeDownload({ models }: Db, table: DownloadTable, id: number): Promise<boolean> {
  const { count } = await (table === "downloadable_link"
    ? models.downloadableLink.deleteMany({ where: { id } })
    : models.downloadableSample.deleteMany({ where: { id } }));
  return count > 0;
}

const partsOf = `select p.id as product_id,
    coalesce((select json_agg(jsonb_strip_nulls(jsonb_build_object('id', l.id, 'title', ${inView("l", "title")},
        'sort_order', l.sort_order, 'is_shareable', l.is_shareable, 'price', ${inView("l", "price")},
        'number_of_downloads', l.number_of_downloads, 'link_type', l.link_type, 'link_file', l.link_file,
        'link_url', l.link_url, 'sample_file', l.sample_file, 'sample_url', l.sample_url))
        || jsonb_build_object('sample_type', l.sample_type)
        order by l.sort_order, l.id)
      from downloadable_link l where l.product_id = p.id), '[]') as links,
    coalesce((select json_agg(json_strip_nulls(json_build_object('id', s.id, 'title', ${inView("s", "title")},
        'sort_order', s.sort_order, 'sample_type', s.sample_type, 'sample_file', s.sample_file,
        'sample_url', s.sample_url)) order by s.sort_order, s.id)
      from downloadable_sample s where s.product_id = p.id), '[]') as samples
  from product p where p.id = any(${hiddenParameter(2, "int[]")})`;

/** The parts of downloadable products. */
export interface DownloadableParts {
  readonly product_id: number;
  readonly links: DownloadableLink[];
  readonly samples: DownloadableSample[];
}

/** Reads the links and samples of downloadable products in a store view. */
// SQL: set-based writes; models cannot read the values of a store view from JSON columns.
export async function readDownloadableParts(
  db: Db,
  storeId: number,
  productIds: readonly number[],
): Promise<DownloadableParts[]> {
  return productIds.length === 0 ? [] : db.query<DownloadableParts>(partsOf, [storeId, productIds]);
}

/** A link as stored. */
export type LinkRow = Readonly<Omit<Row<"downloadableLink">, "by_store">> & { readonly by_store: unknown };

/** A sample as stored. */
export type SampleRow = Readonly<Omit<Row<"downloadableSample">, "by_store">> & { readonly by_store: unknown };

/** The tables of links and samples, with the SQL that reads their columns from JSON. */
const columns = {
  downloadable_link: `id int, product_id int, title text, sort_order int, is_shareable int, price numeric,
    number_of_downloads int, link_type text, link_file text, link_url text, sample_type text, sample_file text,
    sample_url text, by_store jsonb`,
  downloadable_sample: `id int, product_id int, title text, sort_order int, sample_type text, sample_file text,
    sample_url text, by_store jsonb`,
};

export type DownloadTable = keyof typeof columns;

/** Returns the links of a product as stored. */
// SQL: set-based writes; models cannot read the values of a store view from JSON columns.
export async function readStoredLinks(db: Db, productId: number): Promise<LinkRow[]> {
  return db.query<LinkRow>(
    `select ${modelColumns("downloadableLink", "l")} from downloadable_link l where l.product_id = $1::int
      order by l.sort_order, l.id`,
    [productId],
  );
}

/** Returns the samples of a product as stored. */
// SQL: set-based writes; models cannot read the values of a store view from JSON columns.
export async function readStoredSamples(db: Db, productId: number): Promise<SampleRow[]> {
  return db.query<SampleRow>(
    `select ${modelColumns("downloadableSample", "s")} from downloadable_sample s where s.product_id = $1::int
      order by s.sort_order, s.id`,
    [productId],
  );
}

/** Inserts and updates links or samples with all their columns. */
// SQL: set-based writes; models cannot read the values of a store view from JSON columns.
export async function writeDownloads(
  db: Db,
  table: DownloadTable,
  rows: readonly (LinkRow | SampleRow)[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns[table].split(",").map((column) => column.trim().split(" ")[0] ?? "");
  const changed = names.filter((name) => name !== "id" && name !== "product_id");
  await db.execute(
    `insert into ${table} (${names.join(", ")}) select ${names.join(", ")}
      from jsonb_to_recordset($1::text::jsonb) as given (${columns[table]})
      on conflict (id) do update set ${changed.map((name) => `${name} = excluded.${name}`).join(", ")}`,
    [JSON.stringify(rows)],
  );
}

/** Deletes the links or samples of a product except the given ones. */
// SQL: set-based writes; models cannot read the values of a store view from JSON columns.
export async function removeOtherDownloads(
  db: Db,
  table: DownloadTable,
  { productId, keptIds }: { readonly productId: number; readonly keptIds: readonly number[] },
): Promise<void> {
  await db.execute(`delete from ${table} where product_id = $1::int and id <> all($2::int[])`, [productId, keptIds]);
}
