import type { Db } from "../../db/database.js";
import { isUniqueViolation } from "../../db/sql-errors.js";

export interface NewSet {
  readonly entityTypeId: number;
  readonly name: string;
  readonly sortOrder: number;
}

/** Inserts a set and returns its id, or undefined if a set of the same entity type has that name in any case. */
export async function insertSet(db: Db, { entityTypeId, name, sortOrder }: NewSet): Promise<number | undefined> {
  const row = await db.one<{ id: number }>(
    `insert into attribute_set (entity_type_id, name, sort_order) values ($1::int, $2::text, $3::int)
     on conflict do nothing returning id`,
    [entityTypeId, name, sortOrder],
  );
  return row?.id;
}

/** Copies the groups of another set, with their attributes, to a new set. */
export async function copyGroups(db: Db, fromId: number, toId: number): Promise<void> {
  await db.execute(
    `with copied as (
       insert into attribute_group (attribute_set_id, name, code, tab_group_code, sort_order, is_default)
       select $2::int, name, code, tab_group_code, sort_order, is_default from attribute_group
       where attribute_set_id = $1::int order by id
       returning id, name)
     insert into attribute_set_attribute (attribute_set_id, attribute_id, attribute_group_id, sort_order)
     select $2::int, m.attribute_id, copied.id, m.sort_order
     from attribute_set_attribute m join attribute_group g on g.id = m.attribute_group_id
     join copied on copied.name = g.name
     where m.attribute_set_id = $1::int order by m.id`,
    [fromId, toId],
  );
}

/** Updates a set. Returns false if the name is taken. */
export async function updateSet(
  db: Db,
  id: number,
  { name, sortOrder }: Pick<NewSet, "name" | "sortOrder">,
): Promise<boolean> {
  try {
    await db.execute("update attribute_set set name = $2::text, sort_order = $3::int where id = $1::int", [
      id,
      name,
      sortOrder,
    ]);
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Locks a set and returns whether products or categories use it. */
export async function lockSet(db: Db, id: number): Promise<{ readonly isInUse: boolean }> {
  await db.query("select id from attribute_set where id = $1::int for update", [id]);
  const row = await db.one<{ used: boolean }>(
    "select exists (select from product where attribute_set_id = $1::int) as used",
    [id],
  );
  return { isInUse: row?.used ?? false };
}

/** Deletes a set with its groups. */
export async function removeSet(db: Db, id: number): Promise<void> {
  await db.execute("delete from attribute_set where id = $1::int", [id]);
}

/** Returns the id of an entity type, or undefined for an unknown code. */
export async function readEntityTypeId(db: Db, code: string): Promise<number | undefined> {
  const row = await db.one<{ id: number }>("select id from entity_type where code = $1::text", [code]);
  return row?.id;
}
