// SQL: set-based writes over all variations of a product, with locks in the order of ids.
import type { Db } from "../../../platform/db/database.js";

/** A product to link as a variation. */
export interface Variation {
  readonly id: number;
  /** Null for an unknown product id. */
  readonly type_id: string | null;
  /** Values of the configurable product's attributes, in their order. */
  readonly values: readonly (string | null)[];
}

/**
 * Reads products with their values of some attributes, in the order of the ids, and locks them against deletion until
 * the transaction ends.
 */
export async function lockVariations(db: Db, ids: readonly number[], codes: readonly string[]): Promise<Variation[]> {
  return db.query<Variation>(
    `with held as materialized (select id, type_id from product where id = any($1::int[]) order by id for key share)
    select given.id, held.type_id,
      array(select v.data ->> c.code from unnest($2::text[]) with ordinality as c (code, place) order by c.place) as values
    from unnest($1::int[]) with ordinality as given (id, place)
    left join held on held.id = given.id
    left join product_values v on v.product_id = held.id and v.store_id = 0
    order by given.place`,
    [ids, codes],
  );
}

/** Returns the ids of a configurable product's variations. */
export async function readVariationIds(db: Db, parentId: number): Promise<number[]> {
  const rows = await db.query<{ child_id: number }>(
    "select child_id from configurable_link where parent_id = $1::int order by child_id",
    [parentId],
  );
  return rows.map((row) => row.child_id);
}

/** Replaces the variations of a configurable product. */
export async function replaceVariations(db: Db, parentId: number, childIds: readonly number[]): Promise<void> {
  const removedIds = (await readVariationIds(db, parentId)).filter((id) => !childIds.includes(id));
  await detachVariations(db, parentId, removedIds);
  await db.execute(
    `insert into configurable_link (parent_id, child_id) select $1::int, id from unnest($2::int[]) as given (id)
      on conflict do nothing`,
    [parentId, childIds],
  );
}

/** Unlinks variations from a configurable product. */
export async function detachVariations(db: Db, parentId: number, childIds: readonly number[]): Promise<void> {
  if (childIds.length === 0) return;
  await removeVariationValues(db, parentId, childIds);
  await db.execute("delete from configurable_link where parent_id = $1::int and child_id = any($2::int[])", [
    parentId,
    childIds,
  ]);
}

/**
 * Removes values from the options of one or all configurable products if only the given variations, which are about to
 * be unlinked, have them. Values without any variation stay.
 */
export async function removeVariationValues(
  db: Db,
  parentId: number | null,
  childIds: readonly number[],
): Promise<void> {
  await db.execute(
    `update configurable_option o set value_indexes = array(
        select i.value from unnest(o.value_indexes) with ordinality as i (value, place)
        where i.value::text <> all(gone.values) order by i.place)
    from (select o.id, array_agg(v.data ->> a.code) as values
      from configurable_option o
      join attribute a on a.id = o.attribute_id
      join configurable_link l on l.parent_id = o.product_id
      join product_values v on v.product_id = l.child_id and v.store_id = 0
      where ($1::int is null or o.product_id = $1::int) and l.child_id = any($2::int[]) and v.data ? a.code
        and not exists (select from configurable_link other
          join product_values w on w.product_id = other.child_id and w.store_id = 0
          where other.parent_id = o.product_id and other.child_id <> all($2::int[])
            and w.data ->> a.code = v.data ->> a.code)
      group by o.id) as gone
    where o.id = gone.id`,
    [parentId, childIds],
  );
}

/** Returns the codes of the attributes that distinguish a product's variations, in order. */
export async function readOptionCodes(db: Db, productId: number): Promise<string[]> {
  const rows = await db.query<{ code: string }>(
    `select a.code from configurable_option o join attribute a on a.id = o.attribute_id
      where o.product_id = $1::int order by o.position, o.id`,
    [productId],
  );
  return rows.map((row) => row.code);
}

/** Adds the values of a product's variations to its options. */
export async function includeVariationValues(db: Db, productId: number): Promise<void> {
  await db.execute(
    `update configurable_option o set value_indexes = o.value_indexes || used.added
    from (select o.id, array_agg(distinct child.value order by child.value) as added
      from configurable_option o
      join attribute a on a.id = o.attribute_id
      join configurable_link l on l.parent_id = o.product_id
      join product_values v on v.product_id = l.child_id and v.store_id = 0
      cross join lateral (
        select case when v.data ->> a.code ~ '^[0-9]{1,9}$' then (v.data ->> a.code)::int end as value) as child
      where o.product_id = $1::int and child.value is not null and child.value <> all(o.value_indexes)
      group by o.id) as used
    where o.id = used.id`,
    [productId],
  );
}

/** Removes an attribute option from configurable options, and unlinks the variations that have it. */
export async function detachVariationsWithOption(
  db: Db,
  { id, code }: { readonly id: number; readonly code: string },
  optionId: number,
): Promise<void> {
  await db.execute(
    `delete from configurable_link l using configurable_option o, product_values v
      where o.attribute_id = $1::int and o.product_id = l.parent_id
        and v.product_id = l.child_id and v.store_id = 0 and v.data ->> $2::text = $3::int::text`,
    [id, code, optionId],
  );
  await db.execute(
    `update configurable_option set value_indexes = array_remove(value_indexes, $2::int)
      where attribute_id = $1::int and $2::int = any(value_indexes)`,
    [id, optionId],
  );
}

/** An attribute with its available values, in order. */
export interface AttributeChoices {
  readonly id: number;
  readonly code: string;
  readonly values: readonly string[];
}

/** Reads product attributes by id or code with their available values. */
export async function readChoices(db: Db, names: readonly string[]): Promise<AttributeChoices[]> {
  return db.query<AttributeChoices>(
    `select a.id, a.code,
        array(select c.value from attribute_option c where c.attribute_id = a.id order by c.sort_order, c.id) as values
      from attribute a join entity_type e on e.id = a.entity_type_id
      where e.code = 'catalog_product' and (a.code = any($1::text[]) or a.id = any($2::int[]))`,
    [names, names.filter((name) => /^\d{1,9}$/.test(name)).map(Number)],
  );
}
