import type { Db } from "../db/database.js";
import { missing, notFound } from "../webapi/errors.js";
import type { ProductLink } from "./product-link.types.js";
import type { SavedProduct } from "./saved-product.js";

/** Magento's numbers of the link types. */
export const linkTypes: Readonly<Record<string, number>> = { related: 1, associated: 3, upsell: 4, crosssell: 5 };

/** Gives the product these links and no others. Throws a 404 for an unknown link type or SKU. */
export async function saveLinks(product: SavedProduct, links: readonly ProductLink[], db: Db): Promise<void> {
  const rows = links.map((link) => ({
    type: typeNumber(link.link_type),
    sku: link.linked_product_sku ?? "",
    position: link.position ?? 0,
    qty: link.extension_attributes?.qty ?? null,
  }));
  const [unknown] = await db.query<{ sku: string }>(
    `with given as (
      select distinct on (l.key, l.type) l.*, p.id as linked_product_id
      from unnest($2::text[], $3::text[], $4::int[], $5::int[], $6::numeric[]) with ordinality
        as l (sku, key, type, position, qty, place)
      left join product p on p.sku_key = l.key order by l.key, l.type, l.place desc),
    removed as (
      delete from product_link where product_id = $1::int and not exists (
        select from given where given.linked_product_id = product_link.linked_product_id
          and given.type = product_link.link_type)),
    written as (
      insert into product_link (product_id, linked_product_id, link_type, position, qty)
      select $1::int, linked_product_id, type, position, qty from given where linked_product_id is not null
      on conflict (product_id, link_type, linked_product_id)
        do update set position = excluded.position, qty = excluded.qty)
    select sku from given where linked_product_id is null order by place limit 1`,
    [
      product.id,
      rows.map(({ sku }) => sku),
      rows.map(({ sku }) => sku.toLowerCase()),
      rows.map(({ type }) => type),
      rows.map(({ position }) => position),
      rows.map(({ qty }) => qty),
    ],
  );
  if (unknown) throw notFound('The Product with the "%1" SKU doesn\'t exist.', [unknown.sku]);
}

function typeNumber(linkType: string | null | undefined): number {
  if (linkType == null || linkType === "") throw missing(["linkType"]);
  const number = Object.hasOwn(linkTypes, linkType) ? linkTypes[linkType] : undefined;
  if (number === undefined) {
    throw notFound('The "%1" link type wasn\'t found. Verify the type and try again.', [linkType]);
  }
  return number;
}
