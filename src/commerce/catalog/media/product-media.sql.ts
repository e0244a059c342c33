// SQL: set-based writes, and a part of products that is read with them (measured by `read-whole-product`).
import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";
import { storeViews } from "../../store/published.sql.js";
import type { ValueDocument } from "../value-documents.sql.js";
import type { MediaGalleryEntry, VideoContent } from "./product-media.types.js";

/** A gallery entry with the values of a store view. */
export interface MediaRow extends Readonly<
  Pick<Row<"productMedia">, "id" | "media_type" | "label" | "position" | "disabled" | "file">
> {
  readonly video: VideoContent | null;
}

/** SQL of the gallery of product `p`, with the values of the store view `$1`. */
export const mediaColumn = `to_json(array(select json_build_object('id', m.id, 'media_type', m.media_type,
      'label', coalesce(m.by_store #>> array[$1::int::text, 'label'], m.label),
      'position', coalesce((m.by_store #>> array[$1::int::text, 'position'])::int, m.position),
      'disabled', coalesce((m.by_store #>> array[$1::int::text, 'disabled'])::boolean, m.disabled),
      'file', m.file, 'video', m.video)
    from product_media m where m.product_id = p.id
    order by coalesce((m.by_store #>> array[$1::int::text, 'position'])::int, m.position), m.id)) as media`;

/** Roles of every installation, in Magento's order. */
const systemRoles = ["image", "small_image", "thumbnail", "swatch_image"];

/** Returns the roles of a file: the codes of the attributes whose value is its path. */
function rolesOf(file: string, values: ValueDocument): string[] {
  const codes = Object.keys(values).filter((code) => values[code] === file);
  return codes.length < 2 ? codes : [...new Set([...systemRoles.filter((code) => codes.includes(code)), ...codes])];
}

/** Converts an entry to the form of the shape. */
export function toMediaEntry(row: MediaRow, values: ValueDocument): MediaGalleryEntry {
  const { id, media_type, label, position, disabled, file, video } = row;
  return {
    id,
    media_type,
    label,
    position,
    disabled,
    types: rolesOf(file, values),
    file,
    ...(video ? { extension_attributes: { video_content: video } } : {}),
  };
}

/** A gallery entry as stored: its global values and the store view values. */
export interface EntryValues {
  readonly media_type: string;
  readonly file: string;
  readonly label: string | null;
  /** Null places a new entry last and keeps the position of an existing entry. */
  readonly position: number | null;
  readonly disabled: boolean;
  readonly video: object | null;
  readonly by_store: object;
}

export interface StoredEntry extends EntryValues {
  readonly id: number;
}

const columns = "media_type, file, label, position, disabled, video, by_store";
const recordset = `jsonb_to_recordset($2::text::jsonb) as e (id int, place int, media_type text, file text, label text,
  position int, disabled boolean, video jsonb, by_store jsonb)`;

/** Reads all gallery entries of a product. */
export const readEntries = (db: Db, productId: number): Promise<StoredEntry[]> =>
  db.query<StoredEntry>(`select id, ${columns} from product_media where product_id = $1 order by id`, [productId]);

/** The highest position of `row`, global or in the store view `$3`. */
const highest = (row: string) =>
  `max(greatest(${row}.position, (${row}.by_store #>> array[$3::int::text, 'position'])::int))`;
/** An entry without a position is placed after all others of its product. */
const position = `coalesce(e.position, least(2147483647, greatest(0,
    ${highest("e")} over (order by e.place rows between unbounded preceding and 1 preceding),
    (select ${highest("m")} from product_media m where m.product_id = $1::int))
  + greatest(1, count(*) filter (where e.position is null and e.by_store #> array[$3::int::text, 'position'] is null)
      over (order by e.place))))`;

/** A product and the store view in whose scope its gallery is saved. */
interface GalleryScope {
  readonly id: number;
  readonly storeId: number;
}

/** Inserts entries, those without a position last, and returns their ids in order. */
export async function insertEntries(
  db: Db,
  { id: productId, storeId }: GalleryScope,
  entries: readonly EntryValues[],
): Promise<number[]> {
  const rows = await db.query<{ id: number; file: string }>(
    `insert into product_media (product_id, ${columns})
    select $1::int, media_type, file, label, ${position}, disabled, video, by_store from ${recordset}
    order by e.place returning id, file`,
    [productId, JSON.stringify(entries.map((entry, index) => ({ ...entry, place: index }))), storeId],
  );
  // Every new entry has its own file.
  const ids = new Map(rows.map(({ id, file }) => [file, id]));
  return entries.flatMap(({ file }) => ids.get(file) ?? []);
}

/** Updates entries of a product. */
export async function updateEntries(db: Db, productId: number, entries: readonly StoredEntry[]): Promise<void> {
  await db.execute(
    `update product_media m set media_type = e.media_type, file = e.file, label = e.label,
      position = coalesce(e.position, m.position), disabled = e.disabled, video = e.video, by_store = e.by_store
    from ${recordset} where m.product_id = $1 and m.id = e.id`,
    [productId, JSON.stringify(entries)],
  );
}

/** Deletes entries of a product. The database marks files that are no longer used as removed. */
export async function deleteEntries(db: Db, productId: number, ids: readonly number[]): Promise<void> {
  await db.execute("delete from product_media where product_id = $1 and id = any($2::int[])", [productId, ids]);
}

/** A file that was replaced or removed. */
export interface FileChange {
  readonly before: string;
  readonly now: string | null;
}

/**
 * Points the roles of replaced files to their replacements and deletes the roles of removed files with their labels, in
 * every scope.
 */
export async function moveRoles(db: Db, productId: number, changes: readonly FileChange[]): Promise<void> {
  await db.execute(
    `with change as (select * from jsonb_to_recordset($2::text::jsonb) as c (before text, now text))
    update product_values set data = (
      select coalesce(jsonb_object_agg(d.key, coalesce(to_jsonb(c.now), d.value)), '{}')
      from jsonb_each(data) d left join change c on c.before = d.value #>> '{}'
      where (c.before is null or c.now is not null) and not (d.key like '%\\_label' and exists (
        select from change r where r.now is null and r.before = data ->> left(d.key, -6))))
    where product_id = $1 and exists (select from jsonb_each_text(data) d join change c on c.before = d.value)`,
    [productId, JSON.stringify(changes)],
  );
}

/** A role with its values for a product. */
export interface RoleRow {
  readonly code: string;
  /** The scope in which roles are saved: 0 for all views. */
  readonly scope: number;
  /** The store view of the call. */
  readonly store_id: number;
  readonly global_value: string | null;
  readonly own_value: string | null;
  readonly value: string | null;
}

/** Reads all roles with their values for a product. While the shop has one view, roles are saved for all views. */
export const readRoles = (db: Db, { id, storeId }: GalleryScope): Promise<RoleRow[]> =>
  db.query<RoleRow>(
    `select a.code, (select case when count(*) > 1 then $2::int else 0 end from ${storeViews} as s where s.id <> 0) as scope,
      $2::int as store_id, g.data ->> a.code as global_value, v.data ->> a.code as own_value,
      coalesce(v.data ->> a.code, g.data ->> a.code) as value
    from attribute a join entity_type e on e.id = a.entity_type_id and e.code = 'catalog_product'
    left join product_values g on g.product_id = $1 and g.store_id = 0
    left join product_values v on v.product_id = $1 and v.store_id = $2
    where a.frontend_input = 'media_image' order by a.id`,
    [id, storeId],
  );

/** Returns all roles of a product's attribute set if the product has no image, none otherwise. */
export async function readFirstRoles(db: Db, productId: number): Promise<string[]> {
  const rows = await db.query<{ code: string }>(
    `select a.code from product p
    join attribute_set_attribute m on m.attribute_set_id = p.attribute_set_id
    join attribute a on a.id = m.attribute_id and a.frontend_input = 'media_image'
    where p.id = $1 and not exists (select from product_media where product_id = p.id) order by a.id`,
    [productId],
  );
  return rows.map(({ code }) => code);
}

/** Returns the files that have a role in another scope than that of a save. There is no other while the shop has one view. */
export async function readFilesUsedElsewhere(
  db: Db,
  { id, storeId }: GalleryScope,
  files: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ file: string }>(
    `select distinct d.value as file from product_values v cross join jsonb_each_text(v.data) as d
    where v.product_id = $1 and v.store_id <> $2::int and d.value = any($3::text[])
      and (select count(*) from ${storeViews} as s where s.id <> 0) > 1`,
    [id, storeId, files],
  );
  return new Set(rows.map(({ file }) => file));
}

/** Returns the id of the product attribute set with the name. */
export async function readSetId(db: Db, name: string): Promise<number | undefined> {
  const row = await db.one<{ id: number }>(
    `select s.id from attribute_set s join entity_type e on e.id = s.entity_type_id
    where e.code = 'catalog_product' and s.name = $1`,
    [name],
  );
  return row?.id;
}
