// SQL: set-based writes, and a part of products that is read with them (measured by `read-whole-product`).
import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";
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

const position = `coalesce(e.position, least(2147483647, greatest(0, max(e.position) over (order by e.place),
    (select max(m.position) from product_media m where m.product_id = $1::int))
  + count(*) filter (where e.position is null) over (order by e.place)))`;

/** Inserts entries and returns their ids in order. */
export async function insertEntries(db: Db, productId: number, entries: readonly EntryValues[]): Promise<number[]> {
  const rows = await db.query<{ id: number; file: string }>(
    `insert into product_media (product_id, ${columns})
    select $1::int, media_type, file, label, ${position}, disabled, video, by_store from ${recordset}
    order by e.place returning id, file`,
    [productId, JSON.stringify(entries.map((entry, index) => ({ ...entry, place: index })))],
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

/** Points the roles of replaced files to their replacements and deletes the roles of removed files, in every scope. */
export async function moveRoles(db: Db, productId: number, changes: readonly FileChange[]): Promise<void> {
  await db.execute(
    `with change as (select * from jsonb_to_recordset($2::text::jsonb) as c (before text, now text))
    update product_values set data = (
      select coalesce(jsonb_object_agg(d.key, coalesce(to_jsonb(c.now), d.value)), '{}')
      from jsonb_each(data) d left join change c on c.before = d.value #>> '{}' where c.before is null or c.now is not null)
    where product_id = $1 and exists (select from jsonb_each_text(data) d join change c on c.before = d.value)`,
    [productId, JSON.stringify(changes)],
  );
}

/** A role with its store view value and its global value. */
export interface RoleRow {
  readonly code: string;
  readonly global_value: string | null;
  readonly value: string | null;
}

/** Reads all roles with their values for a product. */
export const readRoles = (db: Db, productId: number, storeId: number): Promise<RoleRow[]> =>
  db.query<RoleRow>(
    `select a.code, g.data ->> a.code as global_value, coalesce(v.data ->> a.code, g.data ->> a.code) as value
    from attribute a join entity_type e on e.id = a.entity_type_id and e.code = 'catalog_product'
    left join product_values g on g.product_id = $1 and g.store_id = 0
    left join product_values v on v.product_id = $1 and v.store_id = $2
    where a.frontend_input = 'media_image' order by a.id`,
    [productId, storeId],
  );

/** Returns the id of the product attribute set with the name. */
export async function readSetId(db: Db, name: string): Promise<number | undefined> {
  const row = await db.one<{ id: number }>(
    `select s.id from attribute_set s join entity_type e on e.id = s.entity_type_id
    where e.code = 'catalog_product' and s.name = $1`,
    [name],
  );
  return row?.id;
}
