// SQL: set-based writes, and a part of products that is read with them (measured by `read-whole-product`).
import type { Db } from "../../../platform/db/database.js";
import type { DecimalText } from "../../../api/contract/scalars.js";
import { associated, codeOfLinkType, linkTypes } from "./link-types.js";
import type { ProductLink } from "./product-link.types.js";
import { keyOf } from "../../../platform/db/models.js";

const typeName = `case l.link_type ${linkTypes.map(({ code, name }) => `when ${code} then '${name}'`).join(" ")} end`;

/** Products of a grouped product are ordered by position, others by id. */
const isAssociated = `l.link_type = ${codeOfLinkType(associated)}`;
const order = `array_position(array[${linkTypes.map(({ code }) => code).join(", ")}], l.link_type), case when ${isAssociated} then l.position end, l.linked_product_id`;

const linksWhere = (condition: string) => `to_json(array(select json_strip_nulls(json_build_object('sku', p.sku,
      'link_type', ${typeName}, 'linked_product_sku', linked.sku, 'linked_product_type', linked.type_id,
      'position', l.position,
      'extension_attributes', case when ${isAssociated} then json_build_object('qty', coalesce(l.qty, 0)::text) end))
    from product_link l join product linked on linked.id = l.linked_product_id where ${condition}
    order by ${order})) as links`;

/** SQL of the links of product `p`, in the form of the shape. */
export const linksColumn = linksWhere("l.product_id = p.id");

/** A link to store; null fields stay unchanged. */
export interface LinkRow {
  readonly type: number;
  readonly sku: string;
  readonly position: number | null;
  readonly qty: DecimalText | null;
}

/** Returns a product's links of one type, or undefined for an unknown SKU (case-insensitive). */
export async function readLinks(db: Db, sku: string, type: number): Promise<ProductLink[] | undefined> {
  const row = await db.one<{ links: ProductLink[] | null }>(
    `select ${linksWhere("l.product_id = p.id and l.link_type = $2::int")} from product p where p.sku_key = $1`,
    [keyOf(sku), type],
  );
  return row && (row.links ?? []);
}

/**
 * Writes links of a product in one statement and deletes its other links of the replaced types. A link to the product
 * itself is not stored. Returns the first unknown SKU, in which case the caller must roll back.
 */
export async function writeLinks(
  db: Db,
  productId: number,
  { rows, replaced }: { readonly rows: readonly LinkRow[]; readonly replaced: readonly number[] },
): Promise<string | undefined> {
  const unknown = await db.one<{ sku: string }>(
    `with found as (
      select p.id, p.sku_key from product p where p.sku_key = any($3::text[]) order by p.id for key share),
    given as (
      select distinct on (l.key, l.type) l.*, p.id as linked_product_id
      from unnest($2::text[], $3::text[], $4::int[], $5::int[], $6::numeric[]) with ordinality
        as l (sku, key, type, position, qty, place)
      left join found p on p.sku_key = l.key order by l.key, l.type, l.place desc),
    removed as (
      delete from product_link where product_id = $1::int and link_type = any($7::int[]) and not exists (
        select from given where given.linked_product_id = product_link.linked_product_id
          and given.type = product_link.link_type)),
    written as (
      insert into product_link as l (product_id, linked_product_id, link_type, position, qty)
      select $1::int, g.linked_product_id, g.type,
        coalesce(g.position, stored.position, 0), coalesce(g.qty, stored.qty)
      from given g left join product_link stored on stored.product_id = $1::int and stored.link_type = g.type
        and stored.linked_product_id = g.linked_product_id
      where g.linked_product_id <> $1::int
      on conflict (product_id, link_type, linked_product_id)
        do update set position = excluded.position, qty = excluded.qty)
    select sku from given where linked_product_id is null order by place limit 1`,
    [
      productId,
      rows.map(({ sku }) => sku),
      rows.map(({ sku }) => keyOf(sku)),
      rows.map(({ type }) => type),
      rows.map(({ position }) => position),
      rows.map(({ qty }) => qty),
      replaced,
    ],
  );
  return unknown?.sku;
}

/** Deletes a link of a product. Returns whether it existed. */
export async function removeLink(
  db: Db,
  productId: number,
  { type, linkedSku }: { readonly type: number; readonly linkedSku: string },
): Promise<boolean> {
  const removed = await db.execute(
    `delete from product_link l using product linked
    where l.product_id = $1::int and l.link_type = $2::int and linked.id = l.linked_product_id and linked.sku_key = $3`,
    [productId, type, keyOf(linkedSku)],
  );
  return removed > 0;
}
